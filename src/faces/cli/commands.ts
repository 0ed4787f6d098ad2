import type { CommandClass } from 'clipanion';
import { named, operations } from '../../service/operations.ts';
import { type CommandRow, describeCommand } from './command-table.ts';
import { ChecksCommand } from './commands/checks-command.ts';
import { CompletionCommand } from './commands/completion-command.ts';
import { configCommands } from './commands/config-commands.ts';
import { DiffCommand } from './commands/diff-command.ts';
import { DoctorCommand } from './commands/doctor-command.ts';
import { EvalCommand } from './commands/eval-command.ts';
import { ExportCommand } from './commands/export-command.ts';
import { feedbackCommands } from './commands/feedback-commands.ts';
import { FleetCommand } from './commands/fleet-command.ts';
import { HookCommand } from './commands/hook-command.ts';
import { ImportCommand } from './commands/import-command.ts';
import { InitCommand } from './commands/init-command.ts';
import { NewKeyCommand } from './commands/keys-command.ts';
import { LintCommand } from './commands/lint-command.ts';
import { loginCommands } from './commands/login-commands.ts';
import { operationCommand } from './commands/operation-command.ts';
import { PublishCommand } from './commands/publish-command.ts';
import { ReloadCommand } from './commands/reload-command.ts';
import { ReviewCommand } from './commands/review-command.ts';
import { LspCommand, ServeCommand, StdioCommand } from './commands/server-commands.ts';
import { sourcesCommands } from './commands/sources-commands.ts';
import { storeCommands } from './commands/store-commands.ts';
import { TenkaImportCommand } from './commands/tenka-import-command.ts';
import { TenkaValidationCommand } from './commands/tenka-validation-command.ts';
import { TestCommand } from './commands/test-command.ts';
import { TrustCommand } from './commands/trust-command.ts';
import { UsageCommand } from './commands/usage-command.ts';
import type { CliContext } from './program.ts';

/** The commands that do more with an answer than print it. */
const extended = new Map<unknown, CommandClass<CliContext>>([
  [named.getValidationStatus, TenkaValidationCommand],
  [named.reload, ReloadCommand],
  [named.getFleet, FleetCommand],
  [named.getUsage, UsageCommand],
]);

/** Every command there is, in the order of the help: help, README and messages come from these rows. */
export function commandTable(): CommandRow[] {
  const answering = operations.flatMap(
    (operation) => extended.get(operation) ?? operationCommand(operation) ?? [],
  );
  const commands: CommandClass<CliContext>[] = [
    StdioCommand,
    ServeCommand,
    InitCommand,
    ImportCommand,
    DoctorCommand,
    TrustCommand,
    ...configCommands,
    ...answering,
    TenkaImportCommand,
    LintCommand,
    TestCommand,
    ChecksCommand,
    ReviewCommand,
    EvalCommand,
    DiffCommand,
    LspCommand,
    ExportCommand,
    HookCommand,
    CompletionCommand,
    PublishCommand,
    NewKeyCommand,
    ...sourcesCommands,
    ...feedbackCommands,
    ...storeCommands,
    ...loginCommands,
  ];
  return commands.map(describeCommand);
}
