import type { AddressBook } from '../core/address-book.ts'
import type { Protocol } from '../core/protocol.ts'
import { lookRegularly } from '../safety/guardian/guardian-look.ts'
import { answerGuardianLine, type GuardianServiceDeps } from '../safety/guardian/guardian-service.ts'
import { checksumPorts } from './checksum-ports.ts'
import { type ProtocolPorts, putProtocolsOn } from './protocol-ports.ts'

/** What a guardian is started with: a key, a node, a ledger and a policy of its own. */
export interface GuardianPorts extends Omit<GuardianServiceDeps, keyof ProtocolPorts | 'pauses'> {
  readonly book: AddressBook
  /** The protocols whose calls it can read. */
  readonly protocols: readonly Protocol[]
  /** Whether it looks at the cage by its own timer; without, it looks when it is asked to. */
  readonly looksByItself: boolean
}

/** A running guardian. */
export interface GuardianRuntime {
  /** Answer one line of its socket. */
  answer(line: string): Promise<string>
  close(): void
}

/** Start a guardian. @throws RangeError when an address has another checksum than its own */
export function startGuardian(given: GuardianPorts): GuardianRuntime {
  const ports = checksumPorts(given)
  const deps = { ...ports, ...putProtocolsOn(ports.protocols, ports.book), pauses: {} }
  const stopLooking = ports.looksByItself ? lookRegularly(deps) : () => undefined
  return { answer: (line) => answerGuardianLine(line, deps), close: stopLooking }
}
