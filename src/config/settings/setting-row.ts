import type { ExportEntry } from '../../model/names/export-targets.ts';
import type { MasterEntry } from '../values/master-entries.ts';
import type { MasterKeys } from '../values/master-keys.ts';
import type { SourceEntry } from '../values/source-entries.ts';

interface Row {
  readonly about: string;
  /** Never shown, logged or given to templates. */
  readonly secret?: boolean;
  /** Given by its environment variable alone: a file or a command line is read by others. */
  readonly onlyVariable?: boolean;
  /**
   * When the value of a settings file that came with a checkout needs its user's consent (docs/trust.md): always; where the path
   * leads outside of the project (of exports: one of the folders; of masters: their files); where it is false, or true; where the host is
   * another than this machine; for other plugins than built-in ones; for keys of masters that say where logins come from and go.
   */
  readonly gate?:
    | 'always'
    | 'outside'
    | 'files outside'
    | 'if false'
    | 'if true'
    | 'unless loopback'
    | 'plugins'
    | 'logins';
  /** Whether that consent holds for the file that the path names as it is. */
  readonly bound?: boolean;
}
interface TextRow extends Row {
  /** `url` is one http(s) address, kept exactly as written: issuers are compared letter by letter. */
  readonly kind: 'text' | 'path' | 'url';
  readonly default: string | null;
  /** Lint reads it as a template. */
  readonly template?: true;
  /** What a text must look like, and that in words; any text without it. */
  readonly form?: { readonly pattern: RegExp; readonly words: string };
}
interface IntegerRow extends Row {
  readonly kind: 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
}
interface BooleanRow extends Row {
  readonly kind: 'boolean';
  readonly default: boolean;
}
interface ChoiceRow extends Row {
  readonly kind: 'choice';
  readonly default: string;
  readonly choices: readonly string[];
}
interface ListRow extends Row {
  /** `urls` are http(s) addresses, given without a slash at the end. */
  readonly kind: 'list' | 'urls';
  readonly default: readonly string[];
  /** What its items may be, one of some words or what a check takes, and that in words; any text without it. */
  readonly items?: {
    readonly among?: readonly string[];
    readonly check?: (item: string) => boolean;
    readonly words: string;
  };
}
export interface MappingRow extends Row {
  readonly kind: 'mapping';
  readonly default: Readonly<Record<string, string>>;
  /** What a value of the mapping may be. */
  readonly choices: readonly string[];
}
interface ExportsRow extends Row {
  /** A list of exports, each with `scope`, `to` and `dir`. */
  readonly kind: 'exports';
  readonly default: readonly ExportEntry[];
}
interface MastersRow extends Row {
  readonly kind: 'masters';
  readonly default: readonly MasterEntry[];
}
interface SourcesRow extends Row {
  readonly kind: 'sources';
  readonly default: readonly SourceEntry[];
}
/** Lists of texts by the addresses of masters. */
interface KeysRow extends Row {
  readonly kind: 'keys';
  readonly default: MasterKeys;
}
export type SettingRow =
  | TextRow
  | IntegerRow
  | BooleanRow
  | ChoiceRow
  | ListRow
  | MappingRow
  | ExportsRow
  | MastersRow
  | SourcesRow
  | KeysRow;
