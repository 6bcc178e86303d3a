import { X509Certificate } from 'node:crypto'
import tls from 'node:tls'
import { readRegularNow } from '../files/regular-file.ts'
import { ServiceError } from './errors.ts'

/** A file of certificates is some kilobytes; a whole system's is under 1 MB. */
const MOST_BYTES = 4 * 1024 * 1024
const PEM = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

/**
 * The certificates of an authority's file, as PEM: several in one PEM file, or one in DER. The packed program ignores
 * NODE_EXTRA_CA_CERTS, because its fuse forbids Node's variables.
 * Throws BAD_AUTHORITY with the `file` and a `reason`: `missing`, `too-large`, `no-certificate`.
 */
export function certificatesOf(file: string): string[] {
  const bytes = read(file)
  const texts = bytes.toString('latin1').match(PEM) ?? [bytes]
  try {
    return texts.map((one) => new X509Certificate(one).toString())
  } catch (error) {
    throw new ServiceError('BAD_AUTHORITY', { file, reason: 'no-certificate' }, error)
  }
}

/** All that a connection trusts: what this thread trusts (see trust.ts), and an authority's file; undefined without one. */
export function trustedWith(file: string): string[] | undefined {
  if (file === '') return undefined
  const usual = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : tls.rootCertificates
  return [...usual, ...certificatesOf(file)]
}

function read(file: string): Buffer {
  try {
    return readRegularNow(file, { most: MOST_BYTES, tooLarge: () => new ServiceError('BAD_AUTHORITY', { file, reason: 'too-large' }) })
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('BAD_AUTHORITY', { file, reason: 'missing' }, error)
  }
}
