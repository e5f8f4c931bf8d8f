import type { BardoHost } from '../../tools/agent/extensions/bardo-host.ts'
import type { PiCallOutcome } from '../../tools/agent/pi-tool.ts'
import type { Gate } from '../chain/gate.ts'
import type { Driver, ModelCall } from './driver.ts'
import { type HoldBetween, holdBetween } from './hold-between.ts'
import { openScriptedModel, type ScriptedModel } from './scripted-model.ts'

interface Seat {
  readonly hold: HoldBetween
  session?: { readonly tick: number; readonly model: ScriptedModel }
}

/** Make every call as a model does: in a session a tick, and in one for each of several bodies that run together. */
export function createPiDriver(host: BardoHost, gate: Gate): Driver {
  const alone = {}
  const seats = new Map<object, Seat>()
  const leave = async (body: object) => {
    await seats.get(body)?.session?.model.close()
    seats.delete(body)
  }
  const take = async (body: object): Promise<Seat> => {
    // What ran together is over once something runs alone.
    if (body === alone) for (const other of [...seats.keys()]) if (other !== alone) await leave(other)
    const seat = seats.get(body) ?? { hold: holdBetween(host, gate) }
    seats.set(body, seat)
    return seat
  }
  const open = async (seat: Seat): Promise<ScriptedModel> => {
    const tick = host.clock.tick()
    const { session } = seat
    if (session?.tick === tick && !session.model.isOver) return session.model
    await session?.model.close()
    const model = await openScriptedModel(seat.hold.host)
    seat.session = { tick, model }
    return model
  }
  const answer = async (calls: readonly ModelCall[]) => {
    const seat = await take(gate.body() ?? alone)
    return seat.hold.during(async () => {
      const model = await open(seat)
      return (await model.answer(calls)).map(({ outcome }): PiCallOutcome => outcome)
    })
  }
  return {
    answer,
    async call(name, args) {
      const [outcome] = await answer([{ name, args }])
      return outcome as PiCallOutcome
    },
    async close() {
      for (const body of [...seats.keys()]) await leave(body)
    },
  }
}
