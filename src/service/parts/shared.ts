import type { Masters } from '../../federation/masters.ts';
import type { PluginHost } from '../../plugins/host-types.ts';
import type { TtlCache } from '../../runtime/async/cache.ts';
import type { Lazy } from '../../runtime/async/lazy.ts';
import type { Authorize } from '../../runtime/http/send-with-login.ts';
import type { Finders } from '../runtime/answers/finders.ts';
import type { KeptAnswers } from '../runtime/answers/kept-answers.ts';
import type { LayerForms } from '../runtime/content/layer-forms.ts';
import type { LocalLayers } from '../runtime/content/local-layers.ts';
import type { Refreshable } from '../runtime/refresh.ts';
import type { Content } from './content.ts';
import type { Records } from './records.ts';

/** What all callers of a service share. */
export interface Shared
  extends Refreshable,
    Pick<Content, 'content' | 'folderTrouble' | 'authorship' | 'checkoutFiles'> {
  readonly local: LocalLayers;
  /** Null where content is no folder. */
  readonly forms: Lazy<LayerForms> | null;
  /** Null where there are none; loaded when first asked. */
  readonly masters: Lazy<Masters> | null;
  /** Says who asks the masters. */
  readonly authorize: Authorize;
  readonly plugins: PluginHost;
  readonly records: Records;
  readonly answers: KeptAnswers;
  readonly finders: Finders;
  readonly surveys: TtlCache<Awaited<ReturnType<Masters['survey']>>>;
  readonly watch: { isOn: boolean };
  /** The names of settings files that have changed since the settings were read. */
  readonly changedSettings: () => Promise<readonly string[]>;
}
