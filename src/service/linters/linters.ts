import type { ToolName } from '../../guidance/rules/record/check.ts';
import { astGrep } from './ast-grep.ts';
import { biome } from './biome.ts';
import { clippy } from './clippy.ts';
import { eslint } from './eslint.ts';
import { golangciLint } from './golangci-lint.ts';
import type { Linter } from './linter.ts';
import { oxlint } from './oxlint.ts';
import { ruff } from './ruff.ts';
import { semgrep } from './semgrep.ts';
import { stylelint } from './stylelint.ts';
import { vale } from './vale.ts';

/** Every tool whose rules a check can name. */
export const linters: Readonly<Record<ToolName, Linter>> = {
  eslint,
  biome,
  oxlint,
  ruff,
  semgrep,
  'ast-grep': astGrep,
  'golangci-lint': golangciLint,
  clippy,
  vale,
  stylelint,
};
