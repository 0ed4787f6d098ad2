import { Fault } from './fault.ts';

/** Bytes of a patch that is read, and of a file that git does not have yet. */
export const mostPatchBytes: number = 32 * 1024 * 1024;

/** The fault of a change that is not looked at. */
export function tooLargePatch(limit: number = mostPatchBytes): Fault {
  const message = `The change is larger than ${limit / 1024 / 1024} MiB: review it in parts, or leave out what is generated.`;
  return new Fault('payload-too-large', message, { errors: [{ path: 'patch', message }] });
}
