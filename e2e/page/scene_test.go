package page

import (
	"image/color"
	"math"
)

// porch is what the camera at the door sees in the evening: a lit doorway and somebody with a parcel.
func porch(x, y float64) color.RGBA {
	x = x*1.6 - 0.8 // the picture is wider than it is high; its middle is 0
	wall := mix(color.RGBA{38, 44, 66, 255}, color.RGBA{24, 27, 44, 255}, y)
	light := math.Max(0, 1-math.Hypot(x, y-0.2)/0.9)
	scene := mix(wall, color.RGBA{255, 190, 110, 255}, 0.6*light*light)
	switch {
	case inside(x, y-0.66, 0.11, 0.075, 0.012):
		if math.Abs(x) < 0.014 {
			return color.RGBA{222, 186, 138, 255} // the tape of the parcel
		}
		return color.RGBA{186, 136, 84, 255} // the parcel
	case inside(x, y-0.68, 0.14, 0.026, 0.026):
		return color.RGBA{226, 184, 148, 255} // the hands
	case inside(x, y-0.355, 0.105, 0.013, 0.013):
		return color.RGBA{24, 40, 68, 255} // the peak of the cap
	case math.Hypot(x, y-0.345) < 0.085 && y < 0.355:
		return color.RGBA{36, 62, 102, 255} // the cap
	case math.Hypot(x, y-0.39) < 0.075:
		return color.RGBA{226, 184, 148, 255} // the face
	case inside(x, y-0.80, 0.20, 0.30, 0.15):
		return mix(color.RGBA{58, 102, 156, 255}, color.RGBA{36, 64, 104, 255}, y*1.6-0.8) // the coat
	case math.Hypot(x, y-0.055) < 0.03:
		return color.RGBA{255, 240, 200, 255} // the lamp
	case y > 0.92:
		return mix(color.RGBA{92, 74, 62, 255}, scene, 0.4) // the step
	case inside(x, y-0.58, 0.42, 0.46, 0.02) && !inside(x, y-0.60, 0.38, 0.44, 0.01):
		return mix(color.RGBA{232, 214, 190, 255}, scene, 0.35) // the door frame
	}
	return scene
}

// bell is an icon.
func bell(x, y float64) color.RGBA {
	ground, brass := color.RGBA{255, 138, 31, 255}, color.RGBA{255, 255, 255, 255}
	x = math.Abs(x - 0.5)
	switch {
	case y >= 0.37 && y < 0.68 && x < 0.17+0.12*math.Pow((y-0.37)/0.31, 2.5),
		y < 0.37 && math.Hypot(x, y-0.37) < 0.17,
		math.Hypot(x, y-0.19) < 0.045,
		y > 0.74 && math.Hypot(x, y-0.74) < 0.085:
		return brass
	}
	return ground
}

// inside reports whether a point lies in a box of those half sides with round corners, around the origin.
func inside(x, y, halfWidth, halfHeight, radius float64) bool {
	dx, dy := math.Max(0, math.Abs(x)-halfWidth+radius), math.Max(0, math.Abs(y)-halfHeight+radius)
	return math.Hypot(dx, dy) <= radius
}

// mix goes from one colour to another.
func mix(from, to color.RGBA, share float64) color.RGBA {
	share = math.Min(1, math.Max(0, share))
	between := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*share)) }
	return color.RGBA{between(from.R, to.R), between(from.G, to.G), between(from.B, to.B), 255}
}

// film is a still of a film to lay under the card.
const film = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" preserveAspectRatio="none">
	<defs>
		<linearGradient id="sky" x2="0" y2="1">
			<stop offset="0" stop-color="#2b3a67"/><stop offset=".45" stop-color="#8d6b94"/><stop offset=".75" stop-color="#f2a97e"/>
		</linearGradient>
		<linearGradient id="lake" x2="0" y2="1"><stop offset="0" stop-color="#d98f74"/><stop offset="1" stop-color="#27375f"/></linearGradient>
	</defs>
	<path fill="url(#sky)" d="M0 0h1280v720H0z"/>
	<circle cx="1165" cy="345" r="58" fill="#ffe3b0"/>
	<path fill="#6d5a80" d="M0 430 150 300l120 80 170-190 190 210 130-110 180 150 140-90 200 130v70H0z"/>
	<path fill="#46426a" d="M0 480 180 390l190 80 210-120 240 130 200-80 260 100v60H0z"/>
	<path fill="url(#lake)" d="M0 500h1280v220H0z"/>
	<path fill="#ffe3b0" opacity=".55" d="M1095 520h140v5h-140zm20 26h110v5h-110zm-30 30h150v5h-150zm50 32h80v5h-80z"/>
	<path fill="#1c2340" d="M0 610c120-40 260-30 380 10s240 60 340 100H0zM1280 640c-90-20-210 0-290 80h290z"/>
	<path fill="#1c2340" d="m96 620 34-150 34 150zm70 10 26-110 26 110zm-110-4 24-96 24 96z"/>
</svg>`
