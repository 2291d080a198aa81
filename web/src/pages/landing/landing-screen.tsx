import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useSession } from '../../entities/session/session.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { BoxIllustration } from './box-illustration.tsx'
import styles from './landing-screen.module.css'
import { contactAddress, promises, steps, team } from './landing-texts.ts'

export function LandingScreen() {
  const session = useSession()
  const navigate = useNavigate()
  const enter = session
    ? { label: 'Open dashboard', go: () => navigate({ to: '/dashboard' }) }
    : { label: 'Login', go: () => navigate({ to: '/auth/login' }) }

  return (
    <div className={styles.page}>
      <title>LIMS</title>
      <header className={styles.top}>
        <a href="#top" className={styles.brand}>
          <BrandMark /> LIMS
        </a>
        <nav aria-label="On this page" className={styles.links}>
          <a href="#about">About</a>
          <a href="#team">Team</a>
          <a href="#contact">Contact</a>
        </nav>
        <Button type="primary" onClick={enter.go}>
          {enter.label}
        </Button>
      </header>

      <main>
        <section id="top" className={styles.hero}>
          <div>
            <h1>
              Every sample, every box, <span>every answer.</span>
            </h1>
            <p>
              From the first tube collected to the last file sequenced: know where each sample is, where it
              has been, and what may happen to it next.
            </p>
            <div className={styles.buttons}>
              <Button type="primary" size="large" onClick={enter.go}>
                {enter.label}
              </Button>
              <Button size="large" href="#about">
                How it works
              </Button>
            </div>
          </div>
          <figure className={styles.picture}>
            <BoxIllustration />
            <figcaption>
              <span className="mono">T0001230</span> found in <strong>Freezer 1 › Rack A › Box 3 › F6</strong>
            </figcaption>
          </figure>
        </section>

        <ul className={styles.promises}>
          {promises.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>

        <section id="about" className={styles.section}>
          <h2>About</h2>
          <p className={styles.lead}>
            LIMS keeps the samples of a brain-biology laboratory: blood, plasma, cerebrospinal fluid and what
            is made of them. It follows each tube from the clinic to the sequencer, and it never forgets who
            did what, and when.
          </p>
          <ol className={styles.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>

        <section id="team" className={styles.section}>
          <h2>Team</h2>
          <p className={styles.lead}>
            Built by the people who hold the tubes and the people who read the data, at one bench.
          </p>
          <ul className={styles.team}>
            {team.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section id="contact" className={styles.contact}>
          <h2>Contact</h2>
          <p className={styles.question}>
            A question, a lost tube, an idea? <a href={`mailto:${contactAddress}`}>{contactAddress}</a>
          </p>
        </section>
      </main>
      <footer className={styles.foot}>LIMS · laboratory information management for biological samples</footer>
    </div>
  )
}
