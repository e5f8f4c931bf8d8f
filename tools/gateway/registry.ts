import { gatewayError } from './errors.ts'
import type { CallHook, PluginApi, PluginTool } from './plugin.ts'
import { readToolTerms, showValue, type ToolTerms } from './tool-terms.ts'

/** A tool as it was registered: what its plugin does with its own object later changes nothing. */
export interface RegisteredTool extends ToolTerms {
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
            ...{ found: `${showValue(name)}, ${showValue(when)}, ${showValue(check)}` },
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
  const { isBridged = true, execute } = tool
  const terms = readToolTerms(plugin, tool)
  if (typeof execute !== 'function') {
    throw gatewayError('TOOL_TEXT_INVALID', {
      ...{ plugin, tool: terms.name, subject: 'an execute' },
      ...{ found: showValue(execute), expected: 'a function' },
    })
  }
  return { ...terms, plugin, isBridged: isBridged === true, execute: execute.bind(tool) }
}
