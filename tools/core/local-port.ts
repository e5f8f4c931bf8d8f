import type { Hex } from 'viem'
import type { LocalPortName, LocalValues } from './plan.ts'

/** What a port is to do for a permit that was used up. */
export interface LocalOrder {
  readonly permitId: Hex
  readonly operation: string
  readonly params: LocalValues
}

/** A way by which plans take effect off the chain. It keeps what it did, durably and by the permit. */
export interface LocalPort {
  readonly name: LocalPortName
  /** Do what a permit allows, once. @throws ToolError when it cannot, or does not know the operation */
  carryOut(order: LocalOrder): Promise<void>
  /** Read back what was done for a permit; undefined when nothing was. */
  readReceipt(permitId: Hex): LocalValues | undefined
}

/** What a port keeps, as read tools see it. */
export interface LocalEntry {
  /** The permit by which it came. */
  readonly entryId: Hex
  readonly kind: string
  readonly body: LocalValues
  readonly state: 'open' | 'ended'
  /** Permits that used its parts, by the part's number. */
  readonly uses: Readonly<Record<string, Hex>>
}
