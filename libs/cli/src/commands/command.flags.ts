import { Option } from 'commander';
import type { Command } from 'commander';

/** Flags of every command that only looks: in preview unless told otherwise. */
export function addHostFlags(command: Command): Command {
  return addVerboseFlag(
    command.option(
      '--live',
      'start the application for real; otherwise none of its providers is constructed',
    ),
  );
}

export function addVerboseFlag(command: Command): Command {
  return command.option('--verbose', 'show the whole log of the application on standard error');
}

export function addJsonFlag(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** Flags that say who calls. */
export function addCallerFlags(command: Command): Command {
  return command
    .option('--channel <channel>', 'channel whose policy applies; cli when left out')
    .option('--actor <principal>', 'who calls; nobody when left out, this shell on channel cli')
    .option('--scope <scope>', 'a scope of the caller; repeat it for several', collect);
}

/** Flags that narrow a list of tools; every one that is given must match. */
export function addFilterFlags(command: Command): Command {
  return command
    .option('--tag <tag>', 'only tools with this tag')
    .option('--prefix <prefix>', 'only tools whose name starts with this')
    .option('--text <text>', 'only tools with this in name, title or description');
}

/** Whether the call would run or only be planned. */
export function modeOption(): Option {
  return new Option('--mode <mode>', 'what the caller asks for')
    .choices(['execute', 'plan'])
    .default('execute');
}

function collect(value: string, sofar: readonly string[] = []): readonly string[] {
  return [...sofar, value];
}
