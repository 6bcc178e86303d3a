/** README of a bundle of evidence. */
export default {
  /** @param commands how it is checked; `others`: how another party signs; `records`: the file that the printed hash is of */
  readme: (isSigned: boolean, commands: string, others: string, records: string): string => `EVIDENCE

This folder holds a report on gas metering, the records behind it and what they were understood by.
It is a BagIt 1.0 bag (RFC 8493). data/datapackage.json says what each CSV file holds.

What it proves
  ${isSigned ? 'That nothing in it was changed since it was signed, and with which key.' : 'Little by itself, for it is not signed: that its files agree with each other.'}
What it does not prove
  That the metering device or the service told the truth, that nothing was missing there, or who a key belongs to:
  compare the key with one that you had from its owner. Without a signature somebody may change the files and the sums
  together; then only the hash that you got in another way, on paper or by phone, or another copy, tells.

How to check it, in this folder, with what any Linux, macOS or Windows with Git has
${commands}
  The hash that the report prints is the sum of ${records}.
  'meterbook verify FILE.zip' checks the same, compares the CSV files with the records and with the book inside, and
  names what was changed, record by record.

To put your own signature beside it (it changes nothing else; 'meterbook verify' checks those of Ed25519 keys,
ssh-keygen those of any)
${others}`,
}
