import { watchRules } from '../../guidance/watch/watch-rules.ts';
import { anyChange } from '../../model/change.ts';
import { type Watch, watchFiles } from '../../runtime/watch/watch-files.ts';
import type { Basis } from '../parts/basis.ts';
import type { Watching } from '../parts/watching.ts';
import { restartText, settingsFiles } from '../runtime/changed-settings.ts';
import { logBrokenScopes } from '../runtime/content/log-broken-scopes.ts';
import { lockPath } from '../runtime/sources/open-sources.ts';
import type { Service } from '../service.ts';

/**
 * Has a service hear of each change to its rules folder and to the imported test results, until closed; a change of its settings, which
 * it does not read again, is logged. `since` is when it began to serve, in milliseconds since 1970.
 */
export function watchContent(
  service: Basis & Watching & Pick<Service, 'folderTrouble' | 'results' | 'store'>,
  since: number,
): Watch {
  const { log, config } = service;
  const { rulesPath, settings } = config;
  service.watch.isOn = true;
  if (rulesPath === null && settings.sources.length === 0)
    log.warn('there is no rules folder to watch; name one with --rules-path');
  const onChange = () => service.changed({ scopes: new Set(), names: false, kinds: new Set(['results']) });
  const watches =
    service.store === null
      ? [watchFiles(() => [settings.validation_file], { every: 250, since: () => since, onChange })]
      : [watchStoredResults(service, onChange)];
  watches.push(
    watchFiles(() => settingsFiles(config), {
      every: 1000,
      since: () => since,
      onChange: (changed) => log.warn(restartText(changed)),
    }),
  );
  if (settings.sources.length > 0)
    watches.push(
      watchFiles(() => [lockPath(config)], {
        every: 250,
        since: () => since,
        onChange: () => service.changed(anyChange),
      }),
    );
  if (rulesPath !== null) {
    const logBroken = logBrokenScopes(rulesPath, log);
    watches.push(
      watchRules({
        rulesPath,
        since,
        isReadable: async () => (await service.folderTrouble()) === null,
        log,
        onChange(change) {
          service.changed(change);
          logBroken(change);
        },
        // What was cached before may be older than what the watch takes as known.
        onReady: () => service.changed({ ...anyChange, names: false, kinds: new Set() }),
      }),
    );
  }
  return {
    close() {
      service.watch.isOn = false;
      for (const watch of watches) watch.close();
    },
  };
}

/** Milliseconds between looks at the results in the store. */
const lookEvery = 2000;

function watchStoredResults(service: Basis & Pick<Service, 'results'>, onChange: () => void): Watch {
  let known: string | undefined;
  const look = async () => {
    const { version } = await service.results();
    if (known !== undefined && known !== version) onChange();
    known = version;
  };
  void look();
  const timer = setInterval(look, lookEvery).unref();
  return { close: () => clearInterval(timer) };
}
