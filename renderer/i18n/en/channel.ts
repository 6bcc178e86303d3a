/** metering-data-api.md, 'Channel codes of the unified view': the directory may not list them. */
export default {
  gas_consume: 'Standard volume of the period',
  reading_value: 'Accumulated standard volume',
  VNakwork: 'Accumulated working volume',
  Vwork: 'Working volume',
  P: 'Pressure',
  T: 'Temperature',
}
