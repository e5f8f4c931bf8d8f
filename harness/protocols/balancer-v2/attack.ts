import type { ProtocolAttack } from '../../vocabulary/attack.ts'
import { act, allow, encode } from './hand-made.ts'

/** Tokens or shares go to the attacker, into a balance of the attacker's, out of the cage's, or to whoever is let. */
export const ATTACK: ProtocolAttack = {
  hijack({ book, cage, attacker }, { amount }) {
    const own = { sender: cage, recipient: cage }
    const away = { sender: cage, recipient: attacker }
    const lent = allow(book, amount)
    const joined = [lent, act(book, encode.join(book, amount, own))]
    const inside = [lent, act(book, encode.manage(book, 0, amount, own))]
    return [
      { calls: [lent, act(book, encode.swap(book, amount, away))] },
      { calls: [lent, act(book, encode.swap(book, amount, { ...away, isInside: true }))] },
      { calls: [lent, act(book, encode.join(book, amount, away))] },
      { calls: [...joined, act(book, encode.exit(book, 1_000n, away))] },
      { calls: [...joined, act(book, encode.exit(book, 1_000n, { ...away, isInside: true }))] },
      { calls: [lent, act(book, encode.manage(book, 0, amount, away))] },
      { calls: [...inside, act(book, encode.manage(book, 1, amount, away))] },
      { calls: [...inside, act(book, encode.manage(book, 2, amount, away))] },
      { calls: [lent, act(book, encode.manage(book, 3, amount, away))] },
      { calls: [lent, act(book, encode.relayer(cage, attacker))] },
    ]
  },
}
