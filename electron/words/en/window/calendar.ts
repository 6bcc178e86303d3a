/** The screen of the verification calendar. */
export default {
  ics: 'To a calendar…',
  icsHint: 'Save the verifications that are shown as a file for calendar programs (.ics)',
  type: 'Type in the day…',
  later: 'Later: {n}',
  former: 'Devices that were taken out are not in it',
  empty: 'No verification is known here',
  emptyHint: 'Their days come from the settings of the devices, or are typed in.',
}
