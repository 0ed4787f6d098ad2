import { dirname } from 'node:path';
import { Option } from 'clipanion';
import { absolutePath } from '../../../config/values/absolute-path.ts';
import { isDirectory } from '../../../runtime/files/files.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import { BaseCommand } from '../base-command.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';
import { FactCommand } from './fact-command.ts';

/** `precept keys new`: a key to sign manifests with. */
export class NewKeyCommand extends FactCommand {
  static override paths = [['keys', 'new']];
  static override usage = BaseCommand.Usage({
    description: 'Make a key to sign what is published',
    details: `
      Writes a private Ed25519 key (PKCS 8) that its owner alone may read, and prints the public key, for master_keys in the settings of
      readers. A file that exists is left as it is.
    `,
    examples: [['Make a key', 'precept keys new publish.pem']],
  });

  file = Option.String({ name: 'file' });
  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    const { cwd, home } = this.context.world;
    const path = absolutePath(this.file, cwd, home);
    const [{ newKey }, { createFile }] = await Promise.all([
      import('../../../signing/private-key.ts'),
      import('../../../runtime/files/write-file.ts'),
    ]);
    const { pem, publicKey } = newKey();
    try {
      if (!(await isDirectory(dirname(path)))) throw new Error('its folder is not there');
      if (await createFile(path, pem, { within: cwd }, { mode: 0o600, durable: true })) {
        this.tell(publicKey, { file: path, public_key: publicKey });
        return 0;
      }
      this.printer.error(`${path} exists and was left as it is; name another file`);
    } catch (error) {
      this.printer.error(`${path} cannot be written: ${reasonOf(error)}`);
    }
    return 1;
  }
}
