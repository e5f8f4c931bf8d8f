import type { ProtocolAttack } from '../../vocabulary/attack.ts'

/** What is sent arrives at an account that nobody approved. */
export const ATTACK: ProtocolAttack = {
  hijack: ({ attacker }, { route, amount }) => [
    {
      request: {
        kind: 'bridge',
        params: {
          token: route.tokens[0],
          destinationChainId: 8_453,
          recipient: attacker,
          amountBaseUnits: `${amount}`,
          outputAmountBaseUnits: `${amount}`,
        },
      },
    },
  ],
}
