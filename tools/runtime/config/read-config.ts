import { parse, TomlError } from 'smol-toml'
import { findSchemaProblems } from '../../core/schema.ts'
import { CATEGORIES } from '../../core/tool-def.ts'
import { PROFILES } from '../../profiles/profiles.ts'
import { describeUnknown } from '../../profiles/resolve-tools.ts'
import { ConfigError, type ConfigProblem } from './config-error.ts'
import { CONFIG_SCHEMA, type Config } from './config-schema.ts'
import { findWalletProblems } from './find-wallet-problems.ts'
import { findTomlPlaces, type Place } from './toml-places.ts'

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

/** Problems of a config that are listed at once. */
const MOST_PROBLEMS = 32

/**
 * Read a config file (TOML) and check its form and every name in it.
 *
 * @throws ConfigError with all problems, each with its line and column
 */
export function readConfig({ path, text }: ConfigFile, names: ConfigNames): Config {
  const parsed = parseToml(path, text)
  const places = findTomlPlaces(text)
  const form = findSchemaProblems(CONFIG_SCHEMA, parsed, MOST_PROBLEMS).flatMap((problem) =>
    problem.unknownKeys
      ? problem.unknownKeys.map((key) => describeKey(problem.path, key, places))
      : [{ message: `${problem.path} ${problem.message}`, ...placeOf(places, problem.path) }],
  )
  if (form.length > 0) throw new ConfigError(path, form)
  const config = parsed as Config
  const found = [...findUnknownNames(config, names), ...findWalletProblems(config.wallet, names.accounts)]
  const unknown = found.map(({ at, message }) => ({
    message,
    ...placeOf(places, at),
  }))
  if (unknown.length > 0) throw new ConfigError(path, unknown)
  return config
}

function parseToml(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const { line, column } = cause
    const [message = 'is no TOML'] = cause.message.split('\n')
    throw new ConfigError(path, [{ message, line, column }])
  }
}

/** The place of a pointer, or of the nearest part around it that has one. */
function placeOf(places: ReadonlyMap<string, Place>, pointer: string): Partial<Place> {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at)
    if (place) return place
  }
  return {}
}

/** Keys that stand where a schema's member may, by the pointer of the table around them. */
function keysAt(pointer: string): readonly string[] {
  const section = pointer.slice(1)
  const sections = CONFIG_SCHEMA.properties
  if (section === '') return Object.keys(sections)
  return Object.hasOwn(sections, section)
    ? Object.keys(sections[section as keyof typeof sections].properties)
    : []
}

function describeKey(pointer: string, key: string, places: ReadonlyMap<string, Place>): ConfigProblem {
  const around = pointer === '/' ? '' : pointer
  const message = describeUnknown(around === '' ? 'section' : 'key', key, keysAt(pointer))
  return { message, ...placeOf(places, `${around}/${key}`) }
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
