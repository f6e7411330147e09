/** Invented abstracts, as authors would write them, with every kind of markup. */
export const demoTexts = [
  `Networks with reversible bonds flow slowly under load, and nobody knows how slowly after a year. We followed the creep of eleven vitrimers at 40 °C for 14 months, and compared it with the sticky Rouse model.

The strain grows as $\\varepsilon(t) = \\varepsilon_0 + A\\,t^{n}$ with *n* = 0.31 ± 0.04, and does not depend on the density of bonds between 10^-4^ and 10^-2^ mol cm^-3^. A single activation energy of 86 kJ mol^-1^ describes all samples.

We conclude that the lifetime of a bond, and not the number of bonds, sets the flow. The data are free to use.`,
  `Can water replace the solvent in the coating of paper? We made films of cellulose and shellac from dispersions without organic solvents, and measured how water vapour passes through them.

At 23 °C and 50 % humidity the films let 4.1 g m^-2^ d^-1^ pass, a third of the value of the commercial film. CO~2~ passes more slowly than O~2~, which surprised us: the ratio is 0.6 and not 4. We discuss whether small crystals at the surface explain it.`,
  `We report a negative result. Earlier work found that traces of iron (less than 5 ppm) double the rate of the ring-opening of lactide. In 64 runs with samples of three suppliers we saw no effect between 0.1 and 50 ppm.

The rate constant is $k = (2.3 \\pm 0.2) \\times 10^{-3}\\ \\text{s}^{-1}$ in all runs. Water is the likely reason for the earlier result: 200 ppm of it have the size of the effect.`,
  `A filament that breaks during spinning costs a morning. We trained a small model on the sound of 2,100 hours of spinning, and asked how early it hears a break.

With a microphone of 30 € it warns 40 s before the break in 71 % of the cases, at one false alarm in a shift. The signal is a drift of the second harmonic, $$f_2 = \\frac{1}{L}\\sqrt{\\frac{T}{\\mu}},$$ as the tension *T* falls. The recordings and the code are public.`,
  `Polymers of two blocks order themselves in layers, if $\\chi N > 10.5$. In thin films the substrate has a say as well: we show by neutron reflectometry that a brush of only 3 nm turns the layers by 90°.

The angle depends on the mixture in the brush and hardly on its thickness. Between 0.48 and 0.55 volume fractions of styrene the layers stand upright. **The window is twice as wide as theory says.** We name two reasons, and the experiment that tells them apart.`,
  `Old plastics in museums become sticky. We examined 38 objects of cellulose nitrate and PVC from four collections with a hand-held infrared spectrometer, and asked which of them need help first.

An index from the bands at 1,720 and 1,280 cm^-1^ agrees with the judgement of conservators in 34 of 38 objects. It takes two minutes an object, and touches none. α-Tocopherol as a stabiliser did not help within three years.`,
  `Who recycles a laminate needs to know how it was cured. We heated 24 epoxy laminates of three makers to 240 °C in benzyl alcohol with 2 wt% of a base, and weighed the fibres every ten minutes.

Half of the resin is gone after 38 ± 5 min, whatever the maker. The rate follows $$-\\frac{dm}{dt} = k\\,m^{2/3},\\quad k = k_0\\,e^{-E_a/RT},$$ with *E*~a~ = 112 kJ mol^-1^, as a shrinking core would. The fibres keep 96 % of their strength.`,
  `Ions move in block copolymer electrolytes along paths that no microscope has shown. We combined pulsed-field-gradient NMR at ^7^Li with impedance between −20 and 90 °C, for nine samples of the same chemistry and different grain.

The conductivity is $\\sigma = f\\,\\phi\\,\\sigma_0$ with a tortuosity factor *f* between 0.31 and 0.66. Annealing for a week raises it by half, and another week does not. We give the raw spectra, and a script of 60 lines that fits them.`,
  `This study asks how much a hydrogel may swell before a cell notices. Gels of chitosan with 1 to 6 % of cross-links were seeded with fibroblasts of two donors, and watched for nine days.

Below a swelling ratio of *Q* = 11 the cells spread; above *Q* = 14 they round up within hours. Stiffness does not explain it: two gels of 3.2 kPa differ. **The pore size does**, with a threshold near 40 nm.`,
  `Crystals that grow under shear are smaller, and there are more of them. We filmed polyethylene with 0.4 to 2.1 branches per 1,000 carbon atoms in a Linkam cell at 118 °C and shear rates of 0.1 to 30 s^-1^.

The number of nuclei is $N = N_0\\,(1 + (\\tau_R\\dot\\gamma)^{1.8})$, over four decades. The exponent is the same for all branches, while τ~R~ is not. Films of all runs are open data, 214 GB.`,
] as const;
