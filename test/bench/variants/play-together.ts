import { startPlayer } from '../play/start-player.ts'
import type { Variant } from './variant.ts'

/** Play a variant in processes of its own, all at once. */
export async function playTogether(
  module: URL,
  options: unknown,
  { workers, countEach }: { readonly workers: number; readonly countEach: number },
): Promise<Variant> {
  const players = await Promise.all(
    Array.from({ length: workers }, (_, index) => startPlayer(module, { ...(options as object), index })),
  )
  return {
    async measure() {
      const started = performance.now()
      await Promise.all(players.map((player) => player.play(countEach)))
      return (1_000 * workers * countEach) / (performance.now() - started)
    },
    async stop() {
      await Promise.all(players.map((player) => player.stop()))
    },
  }
}
