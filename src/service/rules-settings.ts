import type { Config } from '../config/config.ts';
import type { SettingValues } from '../config/settings.ts';
import { isWritten } from '../config/values/written-setting.ts';
import type { RulesSettings } from './answers/rules/rules-answer.ts';

/** The settings that shape the texts of rules and of their index. */
export function rulesSettings(config: Pick<Config, 'settings' | 'sources'>): RulesSettings & SettingValues {
  return { ...config.settings, showsDefaultWhen: isWritten(config, 'default_category_description') };
}
