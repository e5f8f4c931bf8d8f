/**
 * What generated extensions import: registers tools with Pi whose calls the gateway carries out.
 *
 * Pi loads this file by a loader of its own, with packages of Pi's: it imports nothing of the stack.
 */
import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Connection, callTool, fail, takeConnection } from './gateway-connection.ts'

/** A tool as the generated file states it. */
interface BridgedTool {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly parameters: TSchema
}

/** Problems of parameters that a model is shown. */
const MOST_PROBLEMS = 8

/** By it Pi knows schemas whose values something else has converted already. */
const CONVERTED = Symbol.for('TypeBox.Kind')

/** A schema as Pi is to have it: converting to what a schema asks for changes some values that fit it. */
export const withoutConversion = (parameters: TSchema): TSchema => ({
  ...(JSON.parse(JSON.stringify(parameters)) as TSchema),
  [CONVERTED]: 'Unsafe',
})

/** Make the extension that offers some tools of the gateway. */
export const bridgeTools =
  (tools: readonly BridgedTool[]): ExtensionFactory =>
  (pi) => {
    const connection = takeConnection()
    for (const { name, label, description, parameters } of tools) {
      const validator = Compile(parameters)
      pi.registerTool({
        ...{ name, label, description },
        parameters: withoutConversion(parameters) as never,
        // Runs before Pi's own validation, which makes a number of null.
        prepareArguments(args) {
          if (validator.Check(args)) return args as never
          const problems = [...validator.Errors(args)]
            .slice(0, MOST_PROBLEMS)
            .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
          throw fail('INVALID_PARAMS', problems.join('; '))
        },
        execute: (_, params, signal) => call(connection, name, params, signal),
      })
    }
  }

async function call(connection: Connection | undefined, tool: string, params: unknown, signal?: AbortSignal) {
  if (connection === undefined) throw fail('GATEWAY_NOT_CONFIGURED', `${tool} has no gateway to call`)
  const { session } = connection
  const { content, details = null, isError } = await callTool(connection, tool, params, signal)
  if (isError) throw new Error(content.map((block) => ('text' in block ? block.text : '[image]')).join('\n'))
  // What a plugin answers is from outside: whoever reads it is told so.
  return { content: [...content], details: { tool, session, labels: ['UntrustedExternal'], details } }
}
