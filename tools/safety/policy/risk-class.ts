import type { Category, ToolDescription } from '../../core/tool-def.ts'

/** How much an action can do, from what only informs to what changes who rules. */
export const RISK_CLASSES = ['routine', 'standard', 'elevated', 'high', 'critical'] as const

/** A risk class. */
export type RiskClass = (typeof RISK_CLASSES)[number]

/** Tell whether a class is another one or above it; what is not rated is above every class. */
export const isAtLeast = (riskClass: RiskClass | undefined, least: RiskClass): boolean =>
  riskClass === undefined || RISK_CLASSES.indexOf(riskClass) >= RISK_CLASSES.indexOf(least)

/** What of a tool its risk class follows from. */
export type RatedTool = Pick<ToolDescription, 'category' | 'riskTier' | 'traits'> & {
  readonly capability: string
}

const usdc = (dollars: number) => BigInt(dollars) * 1_000_000n

/** Counted spend above which an action is elevated, USDC base units; equality is not above. */
const ELEVATED_ABOVE_USDC: Readonly<Partial<Record<Category, bigint>>> = { trading: usdc(50_000) }
const ELEVATED_ABOVE_ELSE_USDC = usdc(100_000)

/** Categories of which every action is elevated. */
const ALWAYS_ELEVATED: readonly Category[] = ['lp', 'derivatives']

/**
 * Rate an action: by what its tool can do, and by what it spends. Nothing lowers what something else raised.
 *
 * @param spendUsdc - counted spend, USDC base units
 */
export function rateRisk(
  { capability, category, riskTier, traits = [] }: RatedTool,
  spendUsdc: bigint,
): RiskClass {
  if (capability === 'read') return 'routine'
  if (capability === 'privileged') return 'critical'
  // Leverage, flash loans, other chains and hooks are of the third tier or say so.
  if (riskTier === 'layer3' || traits.some((trait) => trait !== 'multi-hop')) return 'high'
  const isLarge = spendUsdc > (ELEVATED_ABOVE_USDC[category] ?? ELEVATED_ABOVE_ELSE_USDC)
  return isLarge || ALWAYS_ELEVATED.includes(category) ? 'elevated' : 'standard'
}
