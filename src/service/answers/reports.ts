import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { UnavailableMaster } from '../../model/guidance.ts';
import type { TemplateFailure } from '../../render/text-renderer.ts';

/** The keys that an answer carries only where there is something to report. */
export interface Reports {
  readonly template_failures?: readonly TemplateFailure[];
  readonly warnings?: readonly string[];
  readonly unavailable?: readonly UnavailableMaster[];
}

/** What an answer reports of the templates that failed so far, and of its scope. */
export function reports(failures: readonly TemplateFailure[], scope: ResolvedScope): Reports {
  return {
    ...(failures.length > 0 && { template_failures: [...failures] }),
    ...(scope.warnings.length > 0 && { warnings: scope.warnings }),
    ...(scope.unavailable.length > 0 && { unavailable: scope.unavailable }),
  };
}
