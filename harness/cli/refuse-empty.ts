import { type Command, InvalidArgumentError } from 'commander'

/**
 * Let no option and no argument of commands take an empty value, where they do not say themselves what they take: it comes from
 * a variable that is not set, and would stand for the current folder, for everything or for the default.
 */
export function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    const takesValue = option.required || option.optional
    if (!takesValue || option.parseArg !== undefined) continue
    option.argParser(createReader('leave the option out, or set the variable that it comes from'))
  }
  for (const argument of command.registeredArguments) {
    if (argument.variadic || argument.parseArg !== undefined) continue
    argument.argParser(createReader('set the variable that it comes from'))
  }
  command.commands.forEach(refuseEmpty)
}

const createReader = (hint: string) => (text: string) => {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError(`expected a value, found none; ${hint}`)
}
