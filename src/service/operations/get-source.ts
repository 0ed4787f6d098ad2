import { join } from 'node:path';
import * as v from 'valibot';
import { contentFile, contentKinds } from '../../guidance/content-files.ts';
import { Fault } from '../../model/fault.ts';
import { readOptionalFile } from '../../runtime/files.ts';
import { defineOperation } from '../operation.ts';
import { scopeName } from './arguments.ts';

/** The content files whose text is shown: all but the metadata, which may hold who has access. */
export const sourceFiles: readonly string[] = contentKinds
  .filter((kind) => kind !== 'metadata')
  .map(contentFile);

/** A content file of this server, as the explorer shows it. */
export const getSource = defineOperation({
  name: 'get_source',
  title: 'A content file',
  description: 'A content file of a scope as it is on this server now.',
  input: v.strictObject({ scope_name: scopeName, file: v.string() }),
  output: v.object({ scope_name: v.string(), file: v.string(), text: v.string() }),
  http: null,
  mcp: null,
  cli: null,
  async run({ scope_name, file }, service) {
    // The scope is resolved for its checks: its name, and that the caller may read it.
    const { name, sources } = await service.scope(scope_name);
    const { rulesPath } = service.config;
    const bytes =
      rulesPath !== null && sources.includes('local') && sourceFiles.includes(file)
        ? await readOptionalFile(join(rulesPath, name, file))
        : null;
    if (bytes === null) throw new Fault('not-found', `Scope "${name}" has no such file on this server.`);
    return { data: { scope_name: name, file, text: bytes.toString('utf8') }, presentation: null };
  },
});
