/**
 * The sounds of the table, made here from tones and noise. Nothing is made before it is wanted: while sound is off, or
 * before the first touch, there is no audio at all.
 */

import { preferences } from "./preferences.svelte";
import { momentsOf, type Change, type Moment } from "./show.svelte";

export type SoundKind = "card" | "take" | "raise" | "lower" | "break" | "draw" | "turn" | "win" | "loss";

/** One tone or one breath of noise, gliding from one pitch to another while it fades. */
interface Voice {
  wave: "sine" | "triangle" | "noise";
  from: number;
  to?: number;
  /** Seconds after the beginning, and how long until it is gone. */
  at?: number;
  lasts: number;
  level: number;
}

const LOUDNESS = 0.22;
const SOONEST = 0.005;
const SILENT = 0.0001;
const NOISE_SECONDS = 0.5;
/** Everything rings on whole steps of one scale, so that what sounds together fits. */
const [C4, D4, E4, G4, A4, C5, E5, G5, C6] = [262, 294, 330, 392, 440, 523, 659, 784, 1047];

const tone = (from: number, lasts: number, level: number, at = 0, to = from): Voice => ({
  wave: "sine",
  from,
  to,
  at,
  lasts,
  level,
});

const VOICES: Readonly<Record<SoundKind, readonly Voice[]>> = {
  card: [
    { wave: "noise", from: 1100, to: 700, lasts: 0.05, level: 0.9 },
    { wave: "triangle", from: 190, to: 120, lasts: 0.11, level: 0.8 },
  ],
  take: [tone(A4, 0.28, 0.28), tone(2 * A4, 0.2, 0.12, 0.01)],
  raise: [tone(E4, 0.2, 0.35, 0, G4 * 1.5)],
  lower: [tone(G4, 0.22, 0.35, 0, C4 * 0.75)],
  break: [
    { wave: "noise", from: 3200, to: 1800, lasts: 0.05, level: 1 },
    { wave: "noise", from: 2400, to: 500, at: 0.045, lasts: 0.16, level: 0.6 },
    { wave: "triangle", from: 110, to: 60, lasts: 0.18, level: 0.7 },
  ],
  draw: [{ wave: "noise", from: 900, to: 2600, lasts: 0.14, level: 0.3 }],
  turn: [tone(C5, 0.25, 0.25), tone(E5, 0.35, 0.25, 0.11)],
  win: [C5, E5, G5, C6].map((pitch, index) => tone(pitch, 0.6, 0.32, 0.13 * index)),
  loss: [G4, E4, D4, C4].map((pitch, index) => tone(pitch, 0.7, 0.3, 0.18 * index)),
};

const HEARD: Readonly<Record<Moment["kind"], SoundKind>> = {
  placed: "card",
  taken: "take",
  raised: "raise",
  lowered: "lower",
  destroyed: "break",
};

class Sound {
  private context: AudioContext | undefined;
  private out: AudioNode | undefined;
  private noise: AudioBuffer | undefined;

  play(kind: SoundKind): void {
    this.after(kind, 0);
  }

  /** What happened on the board, each in the moment in which it is shown. */
  changes(changes: readonly Change[]): void {
    for (const { kind, delay } of momentsOf(changes).values()) this.after(HEARD[kind], delay / 1000);
  }

  private after(kind: SoundKind, seconds: number): void {
    const context = this.awake();
    if (!context) return;
    for (const voice of VOICES[kind]) this.sing(context, voice, context.currentTime + SOONEST + seconds);
  }

  /** The audio of this page, if it is wanted, allowed and there at all. */
  private awake(): AudioContext | undefined {
    if (!preferences.sound.on || document.hidden || navigator.userActivation?.hasBeenActive === false) return undefined;
    try {
      this.context ??= new AudioContext();
    } catch {
      return undefined; // this browser or this machine has none
    }
    if (this.context.state === "suspended") this.context.resume().catch(() => undefined);
    return this.context;
  }

  private sing(context: AudioContext, voice: Voice, start: number): void {
    const [begin, end] = [start + (voice.at ?? 0), start + (voice.at ?? 0) + voice.lasts];
    const fade = context.createGain();
    fade.gain.setValueAtTime(SILENT, begin);
    fade.gain.exponentialRampToValueAtTime(voice.level, begin + SOONEST);
    fade.gain.exponentialRampToValueAtTime(SILENT, end);
    fade.connect(this.speaker(context));
    const glide = (pitch: AudioParam): void => {
      pitch.setValueAtTime(voice.from, begin);
      pitch.exponentialRampToValueAtTime(voice.to ?? voice.from, end);
    };
    const source = voice.wave === "noise" ? this.breath(context, fade, glide) : this.tone(context, voice, fade, glide);
    source.start(begin);
    source.stop(end);
  }

  private tone(
    context: AudioContext,
    { wave }: Voice,
    out: AudioNode,
    glide: (pitch: AudioParam) => void,
  ): AudioScheduledSourceNode {
    const source = context.createOscillator();
    source.type = wave as OscillatorType;
    glide(source.frequency);
    source.connect(out);
    return source;
  }

  private breath(context: AudioContext, out: AudioNode, glide: (pitch: AudioParam) => void): AudioScheduledSourceNode {
    const [source, filter] = [context.createBufferSource(), context.createBiquadFilter()];
    source.buffer = this.noise ??= whiteNoise(context);
    filter.type = "bandpass";
    filter.Q.value = 1.5;
    glide(filter.frequency);
    source.connect(filter).connect(out);
    return source;
  }

  /** Quiet, and never harsh however much happens at once. */
  private speaker(context: AudioContext): AudioNode {
    if (!this.out) {
      const [volume, press] = [context.createGain(), context.createDynamicsCompressor()];
      volume.gain.value = LOUDNESS;
      volume.connect(press).connect(context.destination);
      this.out = volume;
    }
    return this.out;
  }
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return buffer;
}

export const sound = new Sound();
