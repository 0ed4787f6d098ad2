// The least that a hook can do: it reads the payload and prints one line.
import process from 'node:process';

let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  text += chunk;
});
process.stdin.on('end', () => {
  const { session_id: additionalContext } = JSON.parse(text);
  process.stdout.write(
    `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext } })}\n`,
  );
});
