// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {MockToken} from "./mocks/Mocks.sol";

/// @notice Laws that hold after every action, whatever came before: 64 runs of 64 calls each, so 4 096 calls a law.
/// forge-config: default.invariant.runs = 64
/// forge-config: default.invariant.depth = 64
contract PolicyCageInvariantTest is CageFixture {
    /// @notice Highest mark seen so far.
    uint256 public mark;
    /// @notice Broken laws, by name; empty while all hold.
    string public broken;
    uint256 public executed;

    /// @dev What may leave in 24 hours without the guardian's signature.
    uint256 private constant LANE = 20_000e6;

    uint256[] private _when;
    uint256[] private _spent;
    bool[] private _signed;
    /// @dev Highest value per share that anybody could have seen.
    uint256 private _peak = 1e18;

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.hotLaneUsdc = LANE;
    }

    function setUp() public override {
        super.setUp();
        bytes4[] memory selectors = new bytes4[](11);
        selectors[0] = this.doBuy.selector;
        selectors[1] = this.doSell.selector;
        selectors[2] = this.doPrice.selector;
        selectors[3] = this.doDeposit.selector;
        selectors[4] = this.doWithdraw.selector;
        selectors[5] = this.doDonate.selector;
        selectors[6] = this.doWait.selector;
        selectors[7] = this.doFlash.selector;
        selectors[8] = this.doPause.selector;
        selectors[9] = this.doHurry.selector;
        selectors[10] = this.doLook.selector;
        targetContract(address(this));
        targetSelector(FuzzSelector({addr: address(this), selectors: selectors}));
    }

    modifier keepsTheMark() {
        _;
        if (cage.highWaterMark() < mark) broken = "high-water mark";
        mark = cage.highWaterMark();
        uint256 value = cage.valuePerShare();
        if (value > _peak) _peak = value;
        if (mark > _peak) broken = "mark above all that was";
    }

    function doBuy(uint256 amount, uint256 rateBps, bool btc, uint256 wait) external keepsTheMark {
        // Mostly late enough for another risk: how early is too early is for doHurry.
        _pass(bound(wait, 0, 4 * INTERVAL));
        amount = bound(amount, 1e6, 40_000e6);
        rateBps = bound(rateBps, 9_800, 10_200);
        MockToken token = btc ? wbtc : MockToken(weth);
        uint256 price = uint256((btc ? wbtcFeed : wethFeed).latestAnswer());
        uint256 out = amount * (btc ? 1e10 : 1e20) / price * rateBps / 10_000;
        uint256 before = cage.positionValueUsdc(address(token));
        if (_try(_swap(usdc, amount, token, out), rateBps % 2 == 0)) {
            before = _max(before, btc ? 30_000e6 : WETH_CAP);
            if (cage.positionValueUsdc(address(token)) > before) broken = "cap";
            if (cage.drawdownBps() > MAX_DRAWDOWN_BPS) broken = "drawdown";
            _count(amount, rateBps % 2 == 0);
        }
    }

    function doSell(uint256 amount, uint256 rateBps) external keepsTheMark {
        uint256 balance = weth.balanceOf(address(cage));
        if (balance < 1e12) return;
        amount = bound(amount, 1e12, balance);
        uint256 price = uint256(wethFeed.latestAnswer());
        rateBps = bound(rateBps, 9_500, 10_200);
        bool ok = _try(_swap(weth, amount, usdc, amount * price / 1e20 * rateBps / 10_000), true);
        if (rateBps >= 9_901 && !ok) broken = "honest exit refused";
        if (rateBps < 9_890 && amount * price / 1e20 > 100e6 && ok) broken = "lossy exit accepted";
    }

    function doPrice(uint256 bps, bool btc) external keepsTheMark {
        bps = bound(bps, 8_500, 11_500);
        int256 now_ = (btc ? wbtcFeed : wethFeed).latestAnswer();
        (btc ? wbtcFeed : wethFeed).setAnswer(now_ * int256(bps) / 10_000 + 1, block.timestamp);
    }

    function doDeposit(uint256 amount) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        amount = bound(amount, 1e6, 50_000e6);
        usdc.mint(owner, amount);
        vm.prank(owner);
        cage.deposit(address(usdc), amount);
        _still(bps, "deposit");
    }

    function doWithdraw(uint256 amount) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        uint256 balance = usdc.balanceOf(address(cage));
        if (balance < 2e6) return;
        vm.prank(owner);
        cage.withdraw(address(usdc), bound(amount, 1, balance / 2));
        _still(bps, "withdrawal");
    }

    function doDonate(uint256 amount, bool native) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        amount = bound(amount, 1, 1_000e18);
        if (native) vm.deal(address(cage), address(cage).balance + amount);
        else usdc.mint(address(cage), amount / 1e10);
        _still(bps, "donation");
    }

    /// @dev A flash loan in the eyes of the cage: money that comes and goes between two actions.
    function doFlash(uint256 amount) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        uint256 value = cage.netAssetValueUsdc();
        amount = bound(amount, 1, 1e30);
        weth.mint(address(cage), amount);
        _still(bps, "flash loan in");
        if (cage.netAssetValueUsdc() != value) broken = "flash loan counted";
        weth.burn(address(cage), amount);
        _still(bps, "flash loan out");
    }

    function doPause(uint256 seed) external keepsTheMark {
        vm.prank(guardian);
        cage.pause();
        if (_try(_swap(usdc, 1e6, wbtc, 1e18), true)) broken = "risk while paused";
        _pass(bound(seed, 0, 1 hours));
        _loosen(abi.encodeCall(cage.unpause, ()));
    }

    /// @dev A second risk in the same second.
    function doHurry(uint256 amount) external keepsTheMark {
        uint256 last = cage.lastRebalanceAt();
        amount = bound(amount, 1e6, 1_000e6);
        bool ok = _try(_swap(usdc, amount, wbtc, amount * 1e10 / uint256(wbtcFeed.latestAnswer())), false);
        if (ok && last != 0 && block.timestamp < last + INTERVAL) broken = "interval";
        if (ok) _count(amount, false);
    }

    /// @dev Anybody looks; nothing but the mark may change.
    function doLook(address looker) external keepsTheMark {
        (uint256 value, uint256 spent) = (cage.netAssetValueUsdc(), cage.windowSpentUsdc());
        vm.prank(looker);
        cage.poke();
        if (cage.netAssetValueUsdc() != value || cage.windowSpentUsdc() != spent) broken = "a look";
    }

    function doWait(uint256 seconds_) external keepsTheMark {
        _pass(bound(seconds_, 1, 8 hours));
    }

    /// @notice I30: caps, drawdown and the high-water mark hold after every action; I33: money in and out moves no drawdown;
    /// I34: honest exits succeed.
    function invariant_I30_I33_I34_laws() public view {
        assertEq(broken, "");
    }

    /// @notice I1: the spend of the last 24 hours is at most the cap.
    function invariant_I1_windowHolds() public view {
        assertLe(cage.windowSpentUsdc(), WINDOW_CAP);
        uint256 total;
        for (uint256 i; i < _when.length; ++i) {
            if (_when[i] + 1 days > block.timestamp) total += _spent[i];
        }
        assertLe(total, WINDOW_CAP);
    }

    /// @notice I58: what left in 24 hours without the guardian's signature is at most the hot lane.
    function invariant_I58_hotLaneHolds() public view {
        assertLe(cage.windowUnguardedUsdc(), LANE);
        uint256 total;
        for (uint256 i; i < _when.length; ++i) {
            if (!_signed[i] && _when[i] + 1 days > block.timestamp) total += _spent[i];
        }
        assertLe(total, LANE);
    }

    /// @notice What is counted is really there.
    function invariant_I33_countedIsHeld() public view {
        assertLe(cage.netAssetValueUsdc(), _actualUsdc() + 3);
    }

    function _actualUsdc() private view returns (uint256) {
        uint256 eth = weth.balanceOf(address(cage)) + address(cage).balance;
        return usdc.balanceOf(address(cage)) + eth * uint256(wethFeed.latestAnswer()) / 1e20
            + wbtc.balanceOf(address(cage)) * uint256(wbtcFeed.latestAnswer()) / 1e10;
    }

    function _count(uint256 amount, bool isSigned) private {
        _when.push(block.timestamp);
        _spent.push(amount);
        _signed.push(isSigned);
    }

    function _max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }

    function _try(IPolicyCage.Call[] memory calls, bool isSigned) private returns (bool) {
        bytes32 permitId = _permit();
        bytes memory signature = isSigned ? _sign(calls, permitId) : bytes("");
        vm.prank(operator);
        try cage.execute(calls, block.timestamp, permitId, signature) {
            executed++;
            return true;
        } catch {
            return false;
        }
    }

    function _still(uint256 bps, string memory law) private {
        uint256 now_ = cage.drawdownBps();
        if (now_ > bps || now_ + 1 < bps) broken = law;
    }
}
