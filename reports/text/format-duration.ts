/** Say how long something took: `840 µs`, `12 ms`, `3.42 s`, `2 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 0.9995) return `${Math.round(durationMs * 1000)} µs`
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`
  if (durationMs < 59_995) return `${(durationMs / 1000).toFixed(2)} s`
  const seconds = Math.round(durationMs / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
