import { ALL_ARCHETYPES } from '../../tools/agent/generated/archetypes.ts'
import { REGISTRY } from '../../tools/profiles/registry.ts'
import type { GatewayConfig, WalletConfig } from '../../tools/runtime/config/config-schema.ts'
import type { ConfigFile } from '../../tools/runtime/config/read-config.ts'
import { readAgentConfig } from '../../tools/runtime/declare-agent.ts'
import { secretsOf } from '../../tools/runtime/open-wallet.ts'
import { type AgentFile, readAgentFile, readNamedFile } from './agent-file.ts'
import { SETTING_OF, type Settings } from './settings.ts'

/** An agent's file with what it names, and the settings of its process. */
export interface AgentInput {
  readonly file: AgentFile
  readonly config?: ConfigFile
  readonly wallet?: WalletConfig
  readonly gateway?: GatewayConfig
  readonly strategy?: string
  readonly settings: Settings
}

/**
 * Read everything that is said of an agent, before anything is opened.
 *
 * @throws Error that names what is missing, unknown or wrong, and where
 */
export function readInput(settings: Settings): AgentInput {
  settings.assertSet(['BARDO_AGENT_FILE', 'BARDO_RPC_URL', 'BARDO_CHECKPOINT_PASSWORD'])
  const file = readAgentFile(settings.get('BARDO_AGENT_FILE'))
  const strategy =
    file.strategy === undefined ? undefined : readNamedFile(file.strategy, "the owner's strategy")
  const input = { file, settings, ...(strategy === undefined ? {} : { strategy }) }
  const { config: path } = file
  if (path === undefined) return input
  const config = { path, text: readNamedFile(path, "the agent's config") }
  const { wallet, gateway } = readAgentConfig(config, REGISTRY, ALL_ARCHETYPES)
  const said = { ...input, config, ...(gateway === undefined ? {} : { gateway }) }
  if (wallet === undefined) return said
  settings.assertSet(secretsOf(wallet).map((secret) => SETTING_OF[secret]))
  return { ...said, wallet }
}
