import type { ProtocolAttack } from '../../vocabulary/attack.ts'

/** An allowance for an account that nobody approved. */
export const ATTACK: ProtocolAttack = {
  hijack: ({ attacker }, { route, amount }) => [
    {
      request: {
        kind: 'permit2-approve',
        params: {
          token: route.tokens[0],
          spender: attacker,
          amountBaseUnits: `${amount}`,
          ttlSeconds: 600,
        },
      },
    },
  ],
}
