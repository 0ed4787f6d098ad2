import type { CommandClass } from 'clipanion';
import { getFleet } from '../../service/operations/get-fleet.ts';
import { getUsage } from '../../service/operations/get-usage.ts';
import { getValidationStatus } from '../../service/operations/get-validation-status.ts';
import { reload } from '../../service/operations/reload.ts';
import { operations } from '../../service/operations.ts';
import { ChecksCommand } from './checks-command.ts';
import { type CommandRow, describeCommand } from './command-table.ts';
import { CompletionCommand } from './completion-command.ts';
import { DiffCommand } from './diff-command.ts';
import { DoctorCommand } from './doctor-command.ts';
import { ExportCommand } from './export-command.ts';
import { feedbackCommands } from './feedback-commands.ts';
import { FleetCommand } from './fleet-command.ts';
import { HookCommand } from './hook-command.ts';
import { ImportCommand } from './import-command.ts';
import { InitCommand } from './init-command.ts';
import { NewKeyCommand } from './keys-command.ts';
import { LintCommand } from './lint-command.ts';
import { loginCommands } from './login-commands.ts';
import { operationCommand } from './operation-command.ts';
import type { CliContext } from './program.ts';
import { PublishCommand } from './publish-command.ts';
import { ReloadCommand } from './reload-command.ts';
import { LspCommand, ServeCommand, StdioCommand } from './server-commands.ts';
import { storeCommands } from './store-commands.ts';
import { TenkaImportCommand } from './tenka-import-command.ts';
import { TenkaValidationCommand } from './tenka-validation-command.ts';
import { TestCommand } from './test-command.ts';
import { TrustCommand } from './trust-command.ts';
import { UsageCommand } from './usage-command.ts';

/** The commands that do more with an answer than print it. */
const extended = new Map<unknown, CommandClass<CliContext>>([
  [getValidationStatus, TenkaValidationCommand],
  [reload, ReloadCommand],
  [getFleet, FleetCommand],
  [getUsage, UsageCommand],
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
    ...answering,
    TenkaImportCommand,
    LintCommand,
    TestCommand,
    ChecksCommand,
    DiffCommand,
    LspCommand,
    ExportCommand,
    HookCommand,
    CompletionCommand,
    PublishCommand,
    NewKeyCommand,
    ...feedbackCommands,
    ...storeCommands,
    ...loginCommands,
  ];
  return commands.map(describeCommand);
}
