/** A red picture of one pixel, PNG in base64. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** Silence of eight samples at 8 kHz, WAV in base64. */
export const WAV = silence(8).toString('base64');

/** A WAV file of 8 bit, one channel. */
function silence(samples: number): Buffer {
  const file = Buffer.alloc(44 + samples, 0x80);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // channels
  file.writeUInt32LE(8_000, 24); // samples per second
  file.writeUInt32LE(8_000, 28); // bytes per second
  file.writeUInt16LE(1, 32); // bytes per sample
  file.writeUInt16LE(8, 34); // bits per sample
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  return file;
}
