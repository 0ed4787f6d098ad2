import type { Hono } from 'hono';
import { Fault } from '../../../model/fault.ts';
import type { Service } from '../../../service/service.ts';
import { taggedResponse } from '../answer-response.ts';
import { callerOf } from '../guard/caller.ts';

/** Gives the files of katas by their hash: readers of bundles ask for those that are too large to be in them. */
export function addFileRoute(app: Hono, service: Service): void {
  app.get('/api/v1/scopes/:scope/files/:sha256', async ({ req }) => {
    const scope = req.param('scope');
    const { findKataFile } = await import('../../../service/tasks/skills/kata-files.ts');
    const file = await findKataFile(callerOf(req.raw, service), scope, req.param('sha256').toLowerCase());
    if (file === null)
      throw new Fault('not-found', `No kata of scope "${scope}" has a file with that SHA-256.`);
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'no-cache',
      'Content-Disposition': 'attachment',
    };
    return taggedResponse(new Uint8Array(file.bytes), headers, req.raw);
  });
}
