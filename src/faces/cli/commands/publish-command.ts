import type { KeyObject } from 'node:crypto';
import { Option, UsageError } from 'clipanion';
import { absolutePath } from '../../../config/values/absolute-path.ts';
import { NotAFile, readOptionalFile } from '../../../runtime/files/files.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { PublishOutcome } from '../../../service/tasks/publish/publish-content.ts';
import { BaseCommand } from '../base-command.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';

const usualDays = '30';
const maxDays = 3650;

/** `precept publish`: the scopes of the rules folder as files for any web server. */
export class PublishCommand extends BaseCommand {
  static override paths = [['publish']];
  static override usage = BaseCommand.Usage({
    description: 'Write the scopes of the rules folder as files that any web server can serve',
    details: `
      Writes precept.json, a manifest, and one bundle a scope, with its inheritance, under a name that changes with what is in it. Readers take
      the address of precept.json as a master. What has not changed is not written again. Scopes that are limited to roles are left
      out, because a web server does not ask for them.
    `,
    examples: [
      ['Publish', 'precept publish public'],
      ['Publish, signed', 'precept publish public --sign ~/.config/precept/publish.pem --prune'],
      ['Whether something is to be published; exit code 1 where it is', 'precept publish public --check'],
    ],
  });

  folder = Option.String({ name: 'dir' });
  sign = Option.String('--sign', {
    description: 'File of the private key to sign with, like publish.pem ("precept keys new" makes one)',
  });
  expires = Option.String('--expires', usualDays, {
    description: 'Days for which readers accept the manifest, 30 unless given; 0 for ever',
  });
  check = Option.Boolean('--check', false, {
    description: 'Write nothing; end with 1 where what is published is out of date',
  });
  prune = Option.Boolean('--prune', false, {
    description: 'Delete bundles that the manifest does not name any more',
  });
  restricted = Option.Boolean('--include-restricted', false, {
    description: 'Publish scopes that are limited to roles too, with these limits',
  });
  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    if (this.check && this.prune)
      throw new UsageError('--check writes nothing, so --prune does not go with it');
    const expiresDays = this.days();
    const key = this.sign === undefined ? null : await this.key(this.sign);
    if (key !== null && expiresDays === 0)
      throw new UsageError('a signed manifest must expire: give --expires more than 0 days');
    const service = await this.openService();
    const { publishContent } = await import('../../../service/tasks/publish/publish-content.ts');
    const folder = this.absolute(this.folder);
    const { check, prune, restricted: includeRestricted } = this;
    try {
      const outcome = await publishContent(service, {
        folder,
        key,
        expiresDays,
        check,
        prune,
        includeRestricted,
      });
      return this.report(outcome, folder);
    } catch (error) {
      if (!(error instanceof NotAFile || (error instanceof Error && 'syscall' in error))) throw error;
      this.printer.error(`${folder} cannot be published to: ${reasonOf(error)}`);
      return 1;
    } finally {
      await service.close();
    }
  }

  private report(outcome: PublishOutcome, folder: string): number {
    const { scopes, restricted, notes, differences, published } = outcome;
    if (restricted.length > 0)
      this.printer.note(
        `Left out, because they are limited to roles: ${restricted.join(', ')}. --include-restricted publishes them for everybody who can read the files.`,
      );
    for (const note of notes) this.printer.note(note);
    if (this.format === 'json') {
      this.printer.json(asJson(outcome, folder));
      return published === null && differences.length > 0 ? 1 : 0;
    }
    const count = `${scopes} ${scopes === 1 ? 'scope' : 'scopes'}`;
    if (published === null) {
      for (const difference of differences) this.printer.note(difference);
      const word = differences.length === 0 ? 'is up to date' : 'is to be published anew';
      this.printer.report(`${folder}, ${count}: ${word}.`);
      return differences.length === 0 ? 0 : 1;
    }
    const { version, expiresAt, written, removed } = published;
    const files = written.length === 1 ? 'file' : 'files';
    const did = written.length === 0 ? 'unchanged' : `${written.length} ${files} written`;
    const gone = removed.length === 0 ? '' : `, ${removed.length} removed`;
    const end = expiresAt === null ? '' : `, good until ${expiresAt}`;
    this.printer.report(`${folder}, ${count}: ${did}${gone}; version ${version}${end}.`);
    return 0;
  }

  private days(): number {
    const days = /^\d{1,4}$/.test(this.expires) ? Number(this.expires) : Number.NaN;
    if (days >= 0 && days <= maxDays) return days;
    throw new UsageError(`--expires takes days from 0 to ${maxDays}, not "${this.expires}"`);
  }

  private async key(path: string): Promise<KeyObject> {
    const bytes = await readOptionalFile(this.absolute(path), 100_000).catch((error: unknown) => {
      throw new UsageError(`--sign: ${reasonOf(error)}`);
    });
    if (bytes === null)
      throw new UsageError(`--sign: there is no file ${path}; "precept keys new" writes one`);
    const { readPrivateKey } = await import('../../../signing/private-key.ts');
    const key = readPrivateKey(bytes.toString('utf8'));
    if (typeof key === 'string') throw new UsageError(`--sign: ${path} cannot be used: ${key}`);
    return key;
  }

  private absolute(path: string): string {
    const { cwd, home } = this.context.world;
    return absolutePath(path, cwd, home);
  }
}

function asJson({ scopes, restricted, differences, published }: PublishOutcome, folder: string): object {
  return {
    folder,
    scopes,
    restricted,
    differences,
    published:
      published === null
        ? null
        : {
            version: published.version,
            expires_at: published.expiresAt,
            written: published.written,
            removed: published.removed,
          },
  };
}
