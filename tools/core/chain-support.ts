import { ToolError } from './errors.ts'
import type { Category, Tool } from './tool-def.ts'

/** Chains by name; the local chain stands for Ethereum. */
const CHAINS = {
  ethereum: [1, 31_337],
  base: [8_453],
  unichain: [130],
  arbitrum: [42_161],
  optimism: [10],
  polygon: [137],
  bnb: [56],
  avalanche: [43_114],
} as const

/** The id of a chain by its name, e.g. 8453 of base; undefined for a name that is none. */
export const findChainId = (name: string): number | undefined =>
  Object.entries(CHAINS).find(([each]) => each === name)?.[1][0]

const of = (...names: readonly (keyof typeof CHAINS)[]): readonly number[] =>
  names.flatMap((name) => CHAINS[name])

/** Chains on which write tools of a category exist at all; one that is not here has every chain. */
const WRITE_CHAINS: Readonly<Partial<Record<Category, readonly number[]>>> = {
  lending: of('ethereum', 'base', 'arbitrum', 'optimism', 'polygon', 'avalanche'),
  staking: of('ethereum'),
  restaking: of('ethereum'),
  derivatives: of('ethereum', 'base', 'unichain', 'arbitrum', 'avalanche'),
  yield: of('ethereum', 'arbitrum'),
  vault: of('ethereum', 'base', 'unichain'),
}

/** Chains that a tool works on: those that it names, for one that changes something within those of its category. */
export function supportedChainsOf({
  capability,
  category,
  supportedChains,
}: Pick<Tool, 'capability' | 'category' | 'supportedChains'>): readonly number[] {
  const widest = capability === 'read' ? undefined : WRITE_CHAINS[category]
  return widest === undefined ? supportedChains : supportedChains.filter((chain) => widest.includes(chain))
}

/** Check that a tool works on a chain. @throws ToolError CHAIN_NOT_SUPPORTED */
export function assertOnChain(
  tool: Pick<Tool, 'name' | 'capability' | 'category' | 'supportedChains'>,
  chainId: number,
): void {
  const supported = supportedChainsOf(tool)
  if (supported.includes(chainId)) return
  throw new ToolError('CHAIN_NOT_SUPPORTED', {
    tool: tool.name,
    supported: supported.join(', '),
    chainId,
  })
}
