/** The clients whose hooks `precept hook` answers, by the names that `--client` takes. */
export const hookClientNames = ['claude', 'codex', 'cursor', 'gemini', 'copilot', 'qwen'] as const;

export type HookClientId = (typeof hookClientNames)[number];
