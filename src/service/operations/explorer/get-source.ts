import { join } from 'node:path';
import * as v from 'valibot';
import { maxFileBytes } from '../../../content/yaml-file.ts';
import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import { Fault, type FaultCode } from '../../../model/fault.ts';
import { isLink, readOptionalFile } from '../../../runtime/files/files.ts';
import { defineOperation } from '../../operation.ts';
import type { Service } from '../../service.ts';
import { scopeName } from '../shapes/arguments.ts';

/** The content files whose text is shown: all but the metadata, which may hold who has access. */
export const sourceFiles: readonly string[] = contentKinds
  .filter((kind) => kind !== 'metadata')
  .map(contentFile);

/** A content file of this server, as the explorer shows it. */
export const getSource = defineOperation({
  name: 'get_source',
  title: 'A content file',
  description: 'A content file of a scope as it is on this server now.',
  needs: ['scope'],
  input: v.strictObject({ scope_name: scopeName, file: v.string() }),
  output: v.object({ scope_name: v.string(), file: v.string(), text: v.string() }),
  http: null,
  mcp: null,
  cli: null,
  async run({ scope_name, file }, service) {
    const state = await stateOf(scope_name, service);
    const { rulesPath } = service.config;
    const path = join(rulesPath ?? '', scope_name, file);
    const isShown =
      rulesPath !== null &&
      sourceFiles.includes(file) &&
      // What a link leads to is shown as far as it is guidance, and of a file with a mistake nobody knows what it is.
      (state === 'served' || (state === 'broken' && !(await isLink(path))));
    const bytes = isShown ? await readOptionalFile(path, maxFileBytes) : null;
    if (bytes === null)
      throw new Fault('not-found', `Scope "${scope_name}" has no such file on this server.`);
    return { data: { scope_name, file, text: bytes.toString('utf8') }, presentation: null };
  },
});

/** What keeps a scope from being served, and yet is known only of one that is here and that the caller may read. */
const mistakes: readonly FaultCode[] = ['invalid-content', 'inheritance-cycle', 'inheritance-too-deep'];

/** Whether the files of a scope are here. It is resolved for its checks: its name, and that the caller may read it. */
async function stateOf(
  name: string,
  service: Pick<Service, 'scope'>,
): Promise<'served' | 'broken' | 'elsewhere'> {
  try {
    return (await service.scope(name)).sources.includes('local') ? 'served' : 'elsewhere';
  } catch (error) {
    if (error instanceof Fault && mistakes.includes(error.code)) return 'broken';
    throw error;
  }
}
