import { type Archetype, declareArchetype } from '../agent/archetype.ts'
import { describeUnknown } from '../core/describe-unknown.ts'
import type { BootCapability, Category } from '../core/tool-def.ts'
import { isLearning, type ToolSet } from '../profiles/profiles.ts'
import type { Registry } from '../profiles/registry.ts'
import {
  type AllowedProtocols,
  type Declaration,
  declareProfile,
  type ToolSwitches,
} from '../profiles/resolve-tools.ts'
import type { Config, GatewayConfig, WorkspaceConfig } from './config/config-schema.ts'
import { type ConfigFile, readConfig } from './config/read-config.ts'

/** Says which agent is started; all of it may be absent. */
export interface AgentChoice {
  /** Profile, or several with commas; wins over environment and config. */
  readonly profile?: string
  /** Archetype; wins over the config. */
  readonly archetype?: string
  /** Whether likely reads are made ahead of the model; wins over the config, which says no by default. */
  readonly speculates?: boolean
  readonly config?: ConfigFile
  /** Looks up a variable of the environment: `TOOL_PROFILE` (or `GOLEM_PROFILE`), `GOLEM_MEMORY_ENABLED`, and `GOLEM_<SERVICE>_API_KEY`. */
  readonly environment?: (name: string) => string | undefined
}

/** The agent that was chosen, before anything is known of what the process can offer. */
export interface AgentDeclaration {
  readonly archetype?: Archetype
  readonly tools: Declaration
  /** What the config takes from every agent of the process. */
  readonly switches: ToolSwitches
  /** Protocols that the config allows; all without. */
  readonly protocols?: readonly string[]
  /** Whether likely reads are made ahead of the model. */
  readonly speculates: boolean
  /** What the process has, apart from a signer. */
  readonly capabilities: readonly BootCapability[]
  /** The workspace tools that the owner names; none without. */
  readonly workspace?: WorkspaceConfig
  /** The tools of a gateway that the owner names; none without. */
  readonly gateway?: GatewayConfig
}

/**
 * Put together what explicit choices, environment and config say: an archetype's tools within the profile, or either
 * alone, and without both the profile `data`.
 *
 * @throws ConfigError
 * @throws RangeError when a chosen profile or archetype does not exist, or a variable says what nothing goes by
 */
export function declareAgent(
  choice: AgentChoice,
  registry: Pick<Registry, 'tools' | 'protocols'>,
  archetypes: readonly Archetype[],
): AgentDeclaration {
  const archetypeNames = archetypes.map((archetype) => archetype.name)
  const config = choice.config ? readAgentConfig(choice.config, registry, archetypes) : {}
  // A variable that is empty is not set.
  const environment = (variable: string) => choice.environment?.(variable) || undefined
  const name = choice.archetype ?? config.agent?.archetype
  const archetype = archetypes.find((candidate) => candidate.name === name)
  if (name !== undefined && archetype === undefined) {
    throw new RangeError(describeUnknown('archetype', name, archetypeNames))
  }
  const { enable = [], disable = [] } = config.tools ?? {}
  const switches = { enable, disable }
  const profile =
    choice.profile ?? environment('TOOL_PROFILE') ?? environment('GOLEM_PROFILE') ?? config.tools?.profile
  const tools = { ...declareTools(archetype, profile, config.tools?.categories as Category[]), ...switches }
  const protocols = config.agent?.allowed_protocols
  return {
    ...(archetype ? { archetype } : {}),
    tools,
    switches,
    ...(protocols ? { protocols } : {}),
    speculates: choice.speculates ?? config.speculation?.enabled === true,
    ...(config.workspace ? { workspace: config.workspace } : {}),
    ...(config.gateway ? { gateway: config.gateway } : {}),
    capabilities: [
      ...listApis(registry).filter((api) => environment(keyNameOf(api))),
      ...(isMemoryEnabled(environment, config.memory) && learns(tools) ? (['memory'] as const) : []),
    ],
  }
}

/**
 * Read the config of an agent, with the names that there are.
 *
 * @throws ConfigError
 */
export const readAgentConfig = (
  file: ConfigFile,
  registry: Pick<Registry, 'tools' | 'protocols'>,
  archetypes: readonly Archetype[],
): Config =>
  readConfig(file, {
    tools: registry.tools.map((tool) => tool.name),
    protocols: registry.protocols.map(({ id }) => id),
    accounts: registry.protocols.flatMap(({ id, account }) => (account ? [id] : [])),
    archetypes: archetypes.map((archetype) => archetype.name),
  })

function declareTools(
  archetype: Archetype | undefined,
  profile: string | undefined,
  categories: readonly Category[] | undefined,
): Declaration {
  const chosen = declareSets(profile, categories)
  if (archetype === undefined) return chosen ?? declareProfile('data')
  const declared = declareArchetype(archetype)
  if (chosen === undefined) return declared
  return { ...declared, name: `${declared.name} within ${chosen.name}`, within: chosen.sets }
}

/** Declare what a profile and categories besides it admit; undefined without both. */
function declareSets(
  profile: string | undefined,
  categories: readonly Category[] | undefined,
): Declaration | undefined {
  const declared = profile === undefined ? undefined : declareProfile(profile)
  if (categories === undefined) return declared
  const besides: ToolSet = { categories, tier: 'all' }
  const name = [...(declared ? [declared.name] : []), ...categories].join(',')
  return { name, sets: [...(declared?.sets ?? []), besides] }
}

/** The services that tools need a key of. */
const listApis = ({ tools }: Pick<Registry, 'tools'>): readonly BootCapability[] => [
  ...new Set(tools.flatMap(({ requires = [] }) => requires)),
]

/** The variable of the environment that holds the key of a service. */
const keyNameOf = (api: BootCapability) => `GOLEM_${api.toUpperCase()}_KEY`

const isMemoryEnabled = (
  environment: (name: string) => string | undefined,
  memory: { readonly enabled?: boolean } | undefined,
): boolean => {
  const told = environment('GOLEM_MEMORY_ENABLED')
  if (told !== undefined && told !== 'true' && told !== 'false') {
    throw new RangeError(`GOLEM_MEMORY_ENABLED: expected true or false, found ${JSON.stringify(told)}`)
  }
  return told === undefined ? memory?.enabled === true : told === 'true'
}

const learns = ({ sets, within }: Declaration): boolean =>
  isLearning(sets) && (within === undefined || isLearning(within))

/** Join the protocols that several lists allow: those in all of them; undefined where no list is. */
export function allowProtocols(
  lists: readonly (readonly string[] | undefined)[],
  registry: Pick<Registry, 'protocols'>,
): AllowedProtocols | undefined {
  const [first, ...others] = lists.filter((list) => list !== undefined)
  if (first === undefined) return undefined
  return {
    allowed: first.filter((id) => others.every((list) => list.includes(id))),
    ground: registry.protocols.filter(({ isGround }) => isGround).map(({ id }) => id),
  }
}
