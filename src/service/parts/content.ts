import type { Config } from '../../config/config.ts';
import { noRulesFolder } from '../../config/load/no-rules-folder.ts';
import type { Authorship } from '../../git/authorship/authorship.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { ContentSource } from '../../guidance/read/content-source.ts';
import type { Claims } from '../../model/claims.ts';
import type { Authors } from '../answers/place-shape.ts';
import type { CheckoutFiles } from '../checks/checkout-files.ts';
import type { ScopesOfCaller } from '../runtime/access.ts';
import type { ScopeListing } from '../runtime/content/scope-resolver.ts';
import type { Vision } from '../runtime/vision.ts';

/** What is served: the scopes that the caller may read, and where they come from. */
export interface Content {
  /** Where the files of scopes are read: the rules folder, or what stands in for it; null without one. */
  readonly content: string | ContentSource | null;
  /** Why the rules folder cannot be read now, as the code of the system; null where it can, and without one. */
  folderTrouble(): Promise<string | null>;
  scopes(): Promise<ScopeListing>;
  scope(name: string): Promise<ResolvedScope>;
  /** Whether the caller may read a scope, and so may know of it. */
  mayRead(name: string): Promise<boolean>;
  /** Why there are no scopes, for messages. */
  whyEmpty(): string;
  /** Whether there are user stories: in a scope of the rules folder, or perhaps on a master. */
  hasVision(): Promise<boolean>;
  /** Who wrote what is in the rules folder; null where the settings turn it off, and without a folder. */
  authorship(): Promise<(Authorship & Pick<Authors, 'elsewhere'>) | null>;
  /** The files of the checkout that the rules are for; null where none is at hand: rules lie elsewhere and no scope is its own, or callers log in. */
  checkoutFiles(): Promise<CheckoutFiles | null>;
}

interface FromShared extends Pick<Content, 'content' | 'folderTrouble' | 'authorship' | 'checkoutFiles'> {
  readonly config: Config;
  readonly vision: Vision;
}

/** The content as one caller may see it. */
export function contentFor(
  { config, vision, content, folderTrouble, authorship, checkoutFiles }: FromShared,
  scopes: ScopesOfCaller,
  claims: Claims | null,
): Content {
  return {
    content,
    folderTrouble,
    ...scopes,
    whyEmpty() {
      if (claims !== null) return 'none is open to your token';
      return config.rulesPath === null ? noRulesFolder(config) : 'the rules folder has no scope directories';
    },
    hasVision: () => vision.isThere(),
    authorship,
    checkoutFiles,
  };
}
