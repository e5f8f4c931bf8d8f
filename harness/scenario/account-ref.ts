import type { Address } from 'viem'
import type { ActorName } from '../world/actors.ts'

/** An account in a step: an actor, the cage, or an address. */
export type AccountRef = ActorName | 'cage' | Address
