import type { Category } from '../tools/core/tool-def.ts'

/** The shape of a tool's name: `<prefix>_<action>_<subject>`. */
export const TOOL_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+){2,}$/

/**
 * The prefixes that tool names may have. A value names the only category that the prefix is for; `undefined` marks
 * the prefix of a protocol, whose tools are in several.
 */
export const TOOL_PREFIXES = {
  aave: undefined,
  across: undefined,
  aerodrome: undefined,
  agg: undefined,
  balancer: undefined,
  bootstrap: 'bootstrap',
  convex: undefined,
  curve: undefined,
  data: 'data',
  eigenlayer: undefined,
  erc20: undefined,
  ethena: undefined,
  etherfi: undefined,
  fees: 'fees',
  gmx: undefined,
  hook: 'hook',
  identity: 'identity',
  improve: 'self_improvement',
  intel: 'intelligence',
  lending: 'lending',
  lido: undefined,
  memory: 'memory',
  morpho: undefined,
  panoptic: undefined,
  pendle: undefined,
  permit2: undefined,
  rocketpool: undefined,
  safety: 'safety',
  sky: undefined,
  staking: 'staking',
  stream: 'streaming',
  testnet: 'testnet',
  uniswap: undefined,
  vault: 'vault',
  wallet: 'wallet',
  weth: undefined,
  yearn: undefined,
} as const satisfies Record<string, Category | undefined>

/** Tell what is wrong with a tool's name in a category; undefined when nothing is. */
export function findNameProblem(name: string, category: string): string | undefined {
  if (!TOOL_NAME.test(name)) return `"${name}" is not <prefix>_<action>_<subject> in lower case`
  const prefix = name.slice(0, name.indexOf('_'))
  if (!Object.hasOwn(TOOL_PREFIXES, prefix)) return `unknown prefix "${prefix}"`
  const only = TOOL_PREFIXES[prefix as keyof typeof TOOL_PREFIXES]
  if (only !== undefined && only !== category)
    return `prefix "${prefix}" is for category ${only}, not ${category}`
  return undefined
}
