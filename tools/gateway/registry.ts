import { describeCause } from '../core/describe-cause.ts'
import type { TSchema } from '../core/schema.ts'
import { gatewayError } from './errors.ts'
import { readParameterSchema } from './parameter-schema.ts'
import type { CallHook, PluginApi, PluginTool } from './plugin.ts'

/** A tool as it was registered: what its plugin does with its own object later changes nothing. */
export interface RegisteredTool {
  readonly name: string
  readonly description: string
  readonly parameters: TSchema
  /** Name of the plugin. */
  readonly plugin: string
  readonly isBridged: boolean
  readonly execute: PluginTool['execute']
}

/** A hook with the plugin that it belongs to. */
export interface RegisteredHook extends CallHook {
  readonly plugin: string
}

/** Tools and hooks of all plugins. */
export interface PluginRegistry {
  /** What one plugin registers by. */
  openFor(plugin: string): PluginApi
  /** End registration: agents are offered what there is now. */
  close(): void
  readonly tools: ReadonlyMap<string, RegisteredTool>
  readonly hooks: readonly RegisteredHook[]
}

/** What providers of models take as a tool's name. */
const NAME = /^[a-z][a-z0-9_-]{0,63}$/
const NAME_RULE = 'a lower-case letter and at most 63 letters, digits, "_" or "-"'

/** Longest description of a tool, in characters: every inference pays for it. */
const MOST_DESCRIPTION = 2_000

const show = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value).slice(0, 80) : typeof value

/** Create the registry of a gateway. */
export function createPluginRegistry(): PluginRegistry {
  const tools = new Map<string, RegisteredTool>()
  const hooks: RegisteredHook[] = []
  let isOpen = true
  const assertOpen = (plugin: string, subject: string) => {
    if (!isOpen) throw gatewayError('REGISTRATION_OVER', { plugin, subject })
  }
  return {
    tools,
    hooks,
    close() {
      isOpen = false
    },
    openFor: (plugin) => ({
      registerTool(tool) {
        const registered = readTool(plugin, tool)
        assertOpen(plugin, registered.name)
        const taken = tools.get(registered.name)
        if (taken) {
          throw gatewayError('TOOL_NAME_TAKEN', { plugin, tool: taken.name, owner: taken.plugin })
        }
        tools.set(registered.name, registered)
      },
      addHook(hook) {
        const { name, when, check } = hook
        const isWhole = typeof name === 'string' && name !== '' && typeof check === 'function'
        if (!isWhole || (when !== 'before' && when !== 'after')) {
          throw gatewayError('TOOL_TEXT_INVALID', {
            ...{ plugin, tool: 'a hook', subject: 'a name, a time and a check' },
            ...{ found: `${show(name)}, ${show(when)}, ${show(check)}` },
            expected: 'a text, "before" or "after", and a function',
          })
        }
        assertOpen(plugin, name)
        hooks.push({ name, when, check: check.bind(hook), plugin })
      },
    }),
  }
}

function readTool(plugin: string, tool: PluginTool): RegisteredTool {
  const { name, description, parameters, isBridged = true, execute } = tool
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw gatewayError('TOOL_NAME_INVALID', { plugin, found: show(name), expected: NAME_RULE })
  }
  const refuse = (subject: string, found: string, expected: string) =>
    gatewayError('TOOL_TEXT_INVALID', { plugin, tool: name, subject, found, expected })
  if (typeof description !== 'string' || description.trim() === '') {
    throw refuse('a description', show(description), 'a text that says when to use it')
  }
  if (description.length > MOST_DESCRIPTION) {
    throw refuse('a description', `${description.length} characters`, `at most ${MOST_DESCRIPTION}`)
  }
  if (typeof execute !== 'function') throw refuse('an execute', show(execute), 'a function')
  try {
    const bound = execute.bind(tool)
    const schema = readParameterSchema(parameters)
    return { name, description, parameters: schema, plugin, isBridged: isBridged === true, execute: bound }
  } catch (cause) {
    throw gatewayError(
      'TOOL_SCHEMA_INVALID',
      { plugin, tool: name, problem: describeCause(cause) },
      { cause },
    )
  }
}
