/** What shells run to complete a command line: each asks the program itself, which knows the scopes. */
export const completionScripts = {
  bash: `# Completion of precept for bash: source <(precept completion bash)
_precept() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
}
complete -o default -F _precept precept precept-mcp
`,
  zsh: `#compdef precept precept-mcp
# Completion of precept for zsh: source <(precept completion zsh), after compinit
_precept() {
  local -a found
  found=("\${(@f)$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    compadd -a found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" = _precept ]]; then
  _precept "$@"
else
  compdef _precept precept precept-mcp
fi
`,
  fish: `# Completion of precept for fish: precept completion fish | source
function __precept_complete
  set -l words (commandline -opc)
  set -l found (command $words[1] completion fish -- $words[2..-1] (commandline -ct) 2>/dev/null </dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c precept -f -a '(__precept_complete)'
complete -c precept-mcp -f -a '(__precept_complete)'
`,
  // Words are Base64 on the way, and what is inserted is one literal: a name that holds $(…), a quote or a backtick is text, as it is.
  powershell: `# Completion of precept for PowerShell: precept completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName precept, precept-mcp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $words += ([string]$wordToComplete) -replace '^[''"]|[''"]$', ''
  $sent = @($words | Select-Object -Skip 1 | ForEach-Object {
    'w' + [Convert]::ToBase64String([System.Text.Encoding]::UTF8.GetBytes($_))
  })
  $found = @()
  try { $found = @(& $words[0] completion powershell $sent 2>$null) } catch { }
  foreach ($line in $found) {
    $word = [System.Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($line))
    $text = $word
    if ($word -notmatch '\\A[A-Za-z0-9_./:=-]+\\z') {
      $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'"
    }
    [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $word)
  }
}
`,
} as const;

export type Shell = keyof typeof completionScripts;
export const shells: readonly Shell[] = Object.keys(completionScripts) as Shell[];
