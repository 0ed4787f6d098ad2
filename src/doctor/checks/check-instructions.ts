import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
import { sharedFile } from '../../clients/shared.ts';
import { missingImport, textOf } from '../../setup/instruct.ts';
import { type Finding, ok, warn } from '../finding.ts';

const all = Object.values<Client>(clients);
/** Files that clients read instructions from. */
const files: readonly string[] = [sharedFile, ...all.flatMap(({ instructions = [] }) => instructions)];
/** Tools that an agent has to know of to ask for rules. */
const tools = /\b(?:find_guidance|get_category_index|get_rules)\b/;

const setUp =
  'Run "precept init --client claude --write", or write there that agents ask find_guidance first.';

/** Whether agents of this project are told to ask by a file that they read. */
export async function checkInstructions(project: string): Promise<Finding[]> {
  const texts = await Promise.all(files.map(async (file) => [file, await textOf(project, file)] as const));
  const present = texts.filter(([, text]) => text !== null).map(([file]) => file);
  const naming = texts.filter(([, text]) => tools.test(text ?? '')).map(([file]) => file);
  if (naming.length === 0) {
    // Clients that show agents the descriptions of tools do without such a file.
    const told =
      present.length === 0
        ? [
            ok(
              'clients',
              'no file of instructions names the tools; "precept init --client claude --write" has AGENTS.md do so',
            ),
          ]
        : [
            warn(
              'clients',
              `${present.join(', ')} ${present.length === 1 ? 'does' : 'do'} not name the tools that agents are to ask`,
              setUp,
            ),
          ];
    return told;
  }
  const findings = [ok('clients', `agents are told of the tools in ${naming.join(', ')}`)];
  for (const client of all) {
    const file = await missingImport(project, client);
    if (file === null || client.instructions?.some((own) => naming.includes(own))) continue;
    const message = `${client.name} does not read AGENTS.md beside ${file}`;
    findings.push(warn('clients', message, `Write the line @AGENTS.md into ${file}.`));
  }
  return findings;
}
