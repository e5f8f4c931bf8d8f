/** Shorten a URL to scheme and host, for messages: paths, queries and user names carry API keys. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return 'not a URL'
  const { protocol, host, pathname, search } = new URL(url)
  return pathname.length <= 1 && search === '' ? `${protocol}//${host}` : `${protocol}//${host}/…`
}
