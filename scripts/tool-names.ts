import type { Category } from '../tools/core/tool-def.ts'

/** The shape of a tool's name: `<prefix>_<action>_<subject>`, or no subject where it is the prefix itself (`vault_exit`). */
export const TOOL_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/

/** Prefixes that are for one category, whichever protocol serves it; any other one is that of the tool's protocol. */
const CATEGORY_PREFIXES = {
  bootstrap: 'bootstrap',
  data: 'data',
  fees: 'fees',
  hook: 'hook',
  identity: 'identity',
  improve: 'self_improvement',
  intel: 'intelligence',
  lending: 'lending',
  memory: 'memory',
  safety: 'safety',
  staking: 'staking',
  stream: 'streaming',
  testnet: 'testnet',
  vault: 'vault',
  wallet: 'wallet',
} as const satisfies Record<string, Category>

/** Protocols whose tools go by the name of the family that they are of. */
const FAMILIES: Readonly<Record<string, string>> = {
  metamorpho: 'morpho',
  uniswapx: 'uniswap',
  'universal-router': 'uniswap',
}

/** Tell what is wrong with a tool's name in a category and a protocol's folder; undefined when nothing is. */
export function findNameProblem(name: string, category: string, protocol = ''): string | undefined {
  if (!TOOL_NAME.test(name))
    return `"${name}" is not <prefix>_<action> or <prefix>_<action>_<subject> in lower case`
  const prefix = name.slice(0, name.indexOf('_'))
  const only = Object.hasOwn(CATEGORY_PREFIXES, prefix)
    ? CATEGORY_PREFIXES[prefix as keyof typeof CATEGORY_PREFIXES]
    : undefined
  if (only !== undefined && only !== category) {
    return `prefix "${prefix}" is for category ${only}, not ${category}`
  }
  const own = FAMILIES[protocol] ?? protocol.split('-')[0]
  if (only === undefined && prefix !== own) return `prefix "${prefix}" is not "${own}", that of its protocol`
  return undefined
}
