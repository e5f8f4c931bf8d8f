/** Something that a comparison needs cannot be had on this machine. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}
