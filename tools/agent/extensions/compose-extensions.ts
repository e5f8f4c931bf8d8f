import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'
import { createBardoCustody } from './bardo-custody.ts'
import type { BardoHost } from './bardo-host.ts'
import { createBardoPermits } from './bardo-permits.ts'
import { createBardoSafety } from './bardo-safety.ts'
import { createBardoTools } from './bardo-tools.ts'
import { createCallLedger } from './call-ledger.ts'

/** An extension with the name that Pi shows. */
export interface NamedExtension {
  readonly name: string
  readonly factory: ExtensionFactory
}

/**
 * Compose the extensions of one session over one running stack, in the order in which Pi has to load them: the tools
 * first, the safety extension last, and those of others between them.
 */
export function composeExtensions(
  host: BardoHost,
  others: readonly NamedExtension[] = [],
): readonly NamedExtension[] {
  const ledger = createCallLedger(host.agent)
  return [
    { name: 'bardo-tools', factory: createBardoTools(host, ledger) },
    { name: 'bardo-permits', factory: createBardoPermits(host) },
    { name: 'bardo-custody', factory: createBardoCustody(host) },
    ...others,
    { name: 'bardo-safety', factory: createBardoSafety(host, ledger) },
  ]
}
