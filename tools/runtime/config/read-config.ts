import { describeUnknown } from '../../core/describe-unknown.ts'
import { CATEGORIES } from '../../core/tool-def.ts'
import { PROFILES } from '../../profiles/profiles.ts'
import { ConfigError } from './config-error.ts'
import { CONFIG_SCHEMA, type Config } from './config-schema.ts'
import { findGatewayProblems } from './find-gateway-problems.ts'
import { findWalletProblems } from './find-wallet-problems.ts'
import { findWorkspaceProblems } from './find-workspace-problems.ts'
import { readToml } from './toml-file.ts'

/** A config file as it was read: content enters through an argument. */
export interface ConfigFile {
  /** What errors call it. */
  readonly path: string
  readonly text: string
}

/** Names that a config may use. */
export interface ConfigNames {
  readonly tools: readonly string[]
  readonly archetypes: readonly string[]
  readonly protocols: readonly string[]
  /** Protocols whose accounts can operate a cage. */
  readonly accounts: readonly string[]
}

/**
 * Read a config file (TOML) and check its form and every name in it.
 *
 * @throws ConfigError with all problems, each with its line and column
 */
export function readConfig({ path, text }: ConfigFile, names: ConfigNames): Config {
  const { content, placeOf } = readToml(path, text, CONFIG_SCHEMA)
  const found = [
    ...findUnknownNames(content, names),
    ...findWalletProblems(content.wallet, names.accounts),
    ...findWorkspaceProblems(content.workspace),
    ...findGatewayProblems(content.gateway),
  ]
  const unknown = found.map(({ at, message }) => ({ message, ...placeOf(at) }))
  if (unknown.length > 0) throw new ConfigError(path, unknown)
  return content
}

/** Names in a config that nothing goes by, each with its pointer. */
function findUnknownNames({ agent = {}, tools = {} }: Config, names: ConfigNames) {
  const each = (pointer: string, what: string, used: readonly string[] = [], known: readonly string[]) =>
    used.flatMap((name, index) =>
      known.includes(name)
        ? []
        : [{ at: `${pointer}/${index}`, message: describeUnknown(what, name, known) }],
    )
  const one = (pointer: string, what: string, used: string | undefined, known: readonly string[]) =>
    used === undefined || known.includes(used)
      ? []
      : [{ at: pointer, message: describeUnknown(what, used, known) }]
  const profiles = tools.profile?.split(',').map((profile) => profile.trim()) ?? []
  return [
    ...one('/agent/archetype', 'archetype', agent.archetype, names.archetypes),
    ...each('/agent/allowed_protocols', 'protocol', agent.allowed_protocols, names.protocols),
    ...profiles.flatMap((profile) => one('/tools/profile', 'profile', profile, Object.keys(PROFILES))),
    ...each('/tools/categories', 'category', tools.categories, CATEGORIES),
    ...each('/tools/enable', 'tool', tools.enable, names.tools),
    ...each('/tools/disable', 'tool', tools.disable, names.tools),
  ]
}
