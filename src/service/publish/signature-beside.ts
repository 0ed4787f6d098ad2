import { join } from 'node:path';
import { manifestName } from '../../model/names/manifest-name.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { readManifest, sshNamespace } from '../../signing/manifest.ts';
import { judgeSshSignature } from '../../signing/ssh-signature.ts';

/** Bytes of a signature; one of `ssh-keygen` has some 300. */
const mostBytes = 100_000;

/**
 * What is wrong with the signature of `ssh-keygen -Y sign` that lies beside the manifest of a published folder, and what to do; null for
 * nothing, and where there is none. Failures of the system are thrown as they are.
 */
export async function signatureTrouble(folder: string): Promise<string | null> {
  const file = join(folder, manifestName);
  const signature = await readOptionalFile(`${file}.sig`, mostBytes);
  const manifest = signature === null ? null : await readOptionalFile(file);
  if (signature === null || manifest === null) return null;
  const text = manifest.toString('utf8');
  const found = readManifest(text);
  if (typeof found !== 'string' && found.envelope !== null)
    return `${file}.sig is not used, because ${manifestName} holds its own signature: remove it`;
  if (judgeSshSignature(signature.toString('utf8'), text, sshNamespace, null) === 'good') return null;
  return `${file}.sig is not a signature of this ${manifestName}, so readers with a key refuse it: remove it and sign anew, with "ssh-keygen -Y sign -n ${sshNamespace} -f <key> ${file}"`;
}
